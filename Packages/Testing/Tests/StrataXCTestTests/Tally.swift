import StrataModels

struct Tally: Model {
  static let modelLayout = ModelLayout<Tally>("Tally") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Tally>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 0) }

  /// Never ends, unless it is asked to.
  func wait() {
    node.task("wait") {
      try await node.continuousClock.sleep(for: .seconds(1_000))
    } catch: { _ in
    }
  }

  func addSoon() { node.task { count += 1 } }

  func addLater() {
    node.task {
      try await node.continuousClock.sleep(for: .milliseconds(300))
      count += 1
    } catch: { _ in
    }
  }

  @MainActor func addOnTheMainActor() {
    node.task { @MainActor in
      MainActor.assertIsolated()
      count += 1
    }
  }
}

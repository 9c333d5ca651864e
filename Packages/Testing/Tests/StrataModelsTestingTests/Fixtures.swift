import StrataConcurrency
import StrataDependencies
import StrataModels
import StrataTesting

// Models as a person writes them without the macro.

/// A number, and a fact about it that has to be fetched.
struct Counter: Model {
  static let modelLayout = ModelLayout<Counter>("Counter") {
    $0.slot("count", \.count)
    $0.slot("fact", \.fact)
    $0.slot("isLoading", \.isLoading)
  }
  enum Event: Equatable {
    case reached(Int)
    case cleared
  }

  var modelNode = ModelNode<Counter>()
  let onFact: @Sendable (Int, String) -> Void

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var fact: String? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var isLoading: Bool {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(count: Int = 0, onFact: @escaping @Sendable (Int, String) -> Void = { _, _ in }) {
    self.onFact = onFact
    modelNode.initialize(0, to: count)
    modelNode.initialize(1, to: nil as String?)
    modelNode.initialize(2, to: false)
  }

  func increment() { count += 1 }

  func announce() { node.send(Event.reached(count)) }

  /// Takes a second of the model's clock.
  func load() {
    isLoading = true
    node.task("load") {
      try await node.continuousClock.sleep(for: .seconds(1))
      let text = "\(count) is a good number."
      fact = text
      isLoading = false
      onFact(count, text)
    } catch: { _ in
    }
  }
}

/// Counters, one of them chosen, and a log of what they announce.
struct Board: Model {
  static let modelLayout = ModelLayout<Board>("Board") {
    $0.slot("counters", \.counters)
    $0.slot("chosen", \.chosen)
    $0.slot("announced", \.announced)
  }
  var modelNode = ModelNode<Board>()

  var counters: [Counter] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var chosen: Counter? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var announced: [Int] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(counters: [Counter] = []) {
    modelNode.initialize(0, to: counters)
    modelNode.initialize(1, to: nil as Counter?)
    modelNode.initialize(2, to: [] as [Int])
  }

  func onActivate() {
    node.forEach(node.event(fromType: Counter.self), name: "announcements") { event, _ in
      if case .reached(let count) = event { announced.append(count) }
    }
  }
}

extension Counter {
  /// Writes a property in this file.
  func reset() { count = 0 }
}

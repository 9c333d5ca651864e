import Combine
import StrataModels

/// A model that listens to a publisher, as existing programs for Apple's systems do.
struct PublisherModel: Model {
  static let modelLayout = ModelLayout<PublisherModel>("PublisherModel") {
    $0.slot("latest", \.latest)
  }
  var modelNode = ModelNode<PublisherModel>()

  var latest: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 0) }

  func listen(to measurements: PassthroughSubject<Int, Never>) {
    node.onReceive(measurements) { latest = $0 }
    node.onReceive(measurements, name: "checked", cancelPrevious: true) { value in
      try check(value)
    } catch: { _ in
      latest = 0
    }
  }

  private func check(_ value: Int) throws {
    if value < 0 { throw NegativeMeasurement() }
  }
}

struct NegativeMeasurement: Error {}

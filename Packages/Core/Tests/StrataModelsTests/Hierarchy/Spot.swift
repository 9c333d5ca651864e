import StrataConcurrency
import StrataCore
import StrataModels

extension LocalKeys {
  var isExpanded: LocalStorage<Bool> { .init(defaultValue: false) }
  var words: LocalStorage<[String]> { .init(defaultValue: ["one"]) }
}

extension EnvironmentKeys {
  var theme: EnvironmentStorage<String> { .init(defaultValue: "light") }
  var level: EnvironmentStorage<Int> { .init(defaultValue: 0) }
}

extension PreferenceKeys {
  var total: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
  var names: PreferenceStorage<[String]> { .init(defaultValue: []) { $0 += $1 } }
}

/// A model with a name and children of its own kind.
struct Spot: Model {
  static let modelLayout = ModelLayout<Spot>("Spot") {
    $0.slot("name", \.name)
    $0.slot("kids", \.kids)
    $0.slot("favourite", \.favourite)
  }
  var modelNode = ModelNode<Spot>()

  var name: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var kids: [Spot] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var favourite: Spot? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(_ name: String, kids: [Spot] = [], favourite: Spot? = nil) {
    modelNode.initialize(0, to: name)
    modelNode.initialize(1, to: kids)
    modelNode.initialize(2, to: favourite)
  }
}

/// Remembers what a closure gives and whether anything that it read has changed since.
final class Watched<Value: Sendable>: Sendable {
  private let isStale: Locked<Bool>
  private let tracker: Tracker
  let value: Value

  init(_ body: () -> Value) {
    let isStale = Locked(false, rank: .leaf)
    self.isStale = isStale
    tracker = Tracker { isStale.withLock { $0 = true } }
    value = tracker.track(body)
  }

  var hasChanged: Bool { isStale.withLock { $0 } }
}

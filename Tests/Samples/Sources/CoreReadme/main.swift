import StrataModels

struct Counter: Model {
  static let modelLayout = ModelLayout<Counter>("Counter") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Counter>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int = 0) { modelNode.initialize(0, to: count) }

  func onActivate() {
    node.onChange(of: count, initial: false) { old, new in print("\(old) to \(new)") }
  }
}

let counter = Counter().withAnchor()
counter.count += 1

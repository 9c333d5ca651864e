import StrataModels

// Without macros, so that the check compiles no swift-syntax.

struct CounterModel: Model {
  static let modelLayout = ModelLayout<CounterModel>("CounterModel") { $0.slot("count", \.count) }
  var modelNode = ModelNode<CounterModel>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int = 0) { modelNode.initialize(0, to: count) }

  func decrementTapped() { count -= 1 }
  func incrementTapped() { count += 1 }
}

struct Size: Equatable {
  var width = 0
}

struct AppModel: Model {
  static let modelLayout = ModelLayout<AppModel>("AppModel") {
    $0.slot("counters", \.counters)
    $0.slot("factPrompt", \.factPrompt)
    $0.slot("main", \.main)
    $0.slot("size", \.size)
  }
  var modelNode = ModelNode<AppModel>()

  var counters: [CounterModel] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var factPrompt: CounterModel? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var main: CounterModel {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var size: Size {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  var sum: Int { counters.reduce(0) { $0 + $1.count } }

  init() {
    modelNode.initialize(0, to: [])
    modelNode.initialize(1, to: nil as CounterModel?)
    modelNode.initialize(2, to: CounterModel())
    modelNode.initialize(3, to: Size())
  }
}

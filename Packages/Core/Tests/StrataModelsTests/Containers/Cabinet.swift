import StrataModels

/// A model with rows of declared ids in each kind of container.
struct Cabinet: Model {
  static let modelLayout = ModelLayout<Cabinet>("Cabinet") {
    $0.slot("main", \.main)
    $0.slot("single", \.single)
    $0.slot("list", \.list)
    $0.slot("packed", \.packed)
    $0.slot("named", \.named)
    $0.slot("table", \.table)
    $0.slot("choice", \.choice)
    $0.slot("ring", \.ring)
  }
  var modelNode = ModelNode<Cabinet>()

  var main: Binder {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var single: Binder? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var list: [Binder] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var packed: ContiguousArray<Binder> {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var named: [Int: Binder] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var table: IdentifiedArrayOf<Binder> {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }
  var choice: Choice {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
    nonmutating _modify { yield &modelNode[6] }
  }
  var ring: Ring<Binder> {
    get { modelNode[7] }
    nonmutating set { modelNode[7] = newValue }
    nonmutating _modify { yield &modelNode[7] }
  }

  init() {
    modelNode.initialize(0, to: Binder(id: 0))
    modelNode.initialize(1, to: nil as Binder?)
    modelNode.initialize(2, to: [Binder]())
    modelNode.initialize(3, to: ContiguousArray<Binder>())
    modelNode.initialize(4, to: [Int: Binder]())
    modelNode.initialize(5, to: IdentifiedArrayOf<Binder>())
    modelNode.initialize(6, to: Choice.none)
    modelNode.initialize(7, to: Ring<Binder>())
  }

  enum Choice: ModelContainer {
    case none
    case left(Binder)
    case right(Binder, note: String)

    var binder: Binder? {
      switch self {
      case .none: nil
      case .left(let binder), .right(let binder, _): binder
      }
    }

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      switch self {
      case .none: break
      case .left(var binder): if visitor.visit(&binder) { self = .left(binder) }
      case .right(var binder, let note):
        if visitor.visit(&binder) { self = .right(binder, note: note) }
      }
    }
  }
}

/// A model with a declared id, a value and rows below it.
struct Binder: Model {
  static let modelLayout = ModelLayout<Binder>("Binder") {
    $0.slot("count", \.count)
    $0.slot("rows", \.rows)
  }
  var modelNode = ModelNode<Binder>()
  let id: Int

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var rows: [Row] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init(id: Int, count: Int = 0) {
    self.id = id
    modelNode.initialize(0, to: count)
    modelNode.initialize(1, to: [Row]())
  }
}

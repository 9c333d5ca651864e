import Measuring
import StrataCore
import StrataModels

/// The screen of a program, as navigation stores it.
enum Screen: ModelContainer {
  case table(ArrayTable)
  case meter(Meter)

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    switch self {
    case .table(var table):
      if visitor.visit(&table) { self = .table(table) }
    case .meter(var meter):
      if visitor.visit(&meter) { self = .meter(meter) }
    }
  }
}

/// A subtree of a program that shows one screen or another.
struct Stage: Model {
  static let modelLayout = ModelLayout<Stage>("Stage") {
    $0.slot("place", \.place)
    $0.slot("left", \.left)
    $0.slot("right", \.right)
  }
  var modelNode = ModelNode<Stage>()

  var place: Screen? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var left: ArrayTable? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var right: ArrayTable? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init() {
    modelNode.initialize(0, to: nil as Screen?)
    modelNode.initialize(1, to: nil as ArrayTable?)
    modelNode.initialize(2, to: nil as ArrayTable?)
  }
}

/// The cost of depth and width, and of showing, switching and moving subtrees.
enum TreeRows {
  static var all: [Workload] {
    [10, 1_000, 10_000].flatMap { [deepWrite($0), buildChain($0)] }
      + [1, 100, 10_000].flatMap { [toggle($0), move($0)] } + [switchScreen]
  }

  private static func deepWrite(_ depth: Int) -> Workload {
    Workload("tree \(depth) deep: write at the bottom", budget: 2) {
      let leaf = Leaf()
      var top = Holder(leaf: leaf)
      for _ in 0..<depth { top = Holder(below: top) }
      let anchor = Anchor(top.context)
      leaf.count = 7
      return Prepared(isRight: leaf.count == 7 && leaf.context.isLive) { count in
        for number in 0..<count { leaf.count = number }
        withExtendedLifetime((anchor, top)) {}
      }
    }
  }

  private static func buildChain(_ depth: Int) -> Workload {
    Workload(
      "tree \(depth) deep: build, anchor and end, a level",
      count: max(10, 50_000 / depth),
      divisor: Double(depth)
    ) {
      Prepared(isRight: Level.chain(depth).top.context.isLive == false) { count in
        for _ in 0..<count {
          let chain = Level.chain(depth)
          let anchor = Anchor(chain.top.context)
          withExtendedLifetime((anchor, chain)) {}
        }
      }
    }
  }

  private static func toggle(_ size: Int) -> Workload {
    Workload(
      "toggle a part of \(size) models, a model",
      count: max(10, 20_000 / size),
      divisor: Double(size)
    ) {
      let stage = Stage().withAnchor()
      stage.left = ArrayTable(count: size)
      let isRight = stage.left?.rows.count == size
      stage.left = nil
      return Prepared(isRight: isRight && stage.left == nil) { count in
        for _ in 0..<count {
          stage.left = ArrayTable(count: size)
          stage.left = nil
        }
      }
    }
  }

  private static var switchScreen: Workload {
    Workload("switch an enum destination", count: 20_000, divisor: 2) {
      let stage = Stage().withAnchor()
      stage.place = .meter(Meter(count: 3))
      guard case .meter(let meter)? = stage.place else {
        return Prepared(isRight: false, figure: 0)
      }
      return Prepared(isRight: meter.count == 3) { count in
        for number in 0..<count {
          stage.place = .table(ArrayTable(count: 0))
          stage.place = .meter(Meter(count: number))
        }
      }
    }
  }

  private static func move(_ size: Int) -> Workload {
    Workload(
      "move a part of \(size) models in a transaction",
      count: max(20, 20_000 / size),
      divisor: 2
    ) {
      let stage = Stage().withAnchor()
      stage.left = ArrayTable(count: size)
      swap(stage)
      let isRight = stage.left == nil && stage.right?.rows.count == size
      swap(stage)
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count {
          swap(stage)
          swap(stage)
        }
      }
    }
  }

  private static func swap(_ stage: Stage) {
    stage.node.transaction {
      let left = stage.left
      stage.left = stage.right
      stage.right = left
    }
  }
}

/// A context with a leaf, or with another of its kind below it.
struct Holder: ContextContainer, Sendable {
  static let layout = Layout(
    name: "Holder",
    slots: [.container("leaf", Leaf?.self), .container("below", Holder?.self)]
  )
  static var leafSlot: Slot<Leaf?> { Slot(uncheckedIndex: 0) }
  static var belowSlot: Slot<Holder?> { Slot(uncheckedIndex: 1) }

  private(set) var context: Context

  init(leaf: Leaf? = nil, below: Holder? = nil) {
    context = Context(layout: Holder.layout)
    context.initialize(container: Holder.leafSlot, to: leaf)
    context.initialize(container: Holder.belowSlot, to: below)
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }
}

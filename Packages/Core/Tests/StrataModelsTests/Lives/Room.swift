import StrataExtensions
import StrataModels

/// A model with an identity of its own that logs its lifetime: `+7` and `-7` for serial 7.
struct Lamp: Model {
  static let modelLayout = ModelLayout<Lamp>("Lamp") { $0.slot("isOn", \.isOn) }
  var modelNode = ModelNode<Lamp>()
  let id: Int
  let serial: Int
  let log: Log

  var isOn: Bool {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(id: Int, serial: Int = 0, log: Log) {
    self.id = id
    self.serial = serial
    self.log = log
    modelNode.initialize(0, to: false)
  }

  func onActivate() {
    log.add("+\(serial)")
    node.onCancel { [log, serial] in log.add("-\(serial)") }
  }
}

/// A container of containers.
enum Niche: ModelContainer {
  case one(Lamp)
  case other(Lamp)
  case many([Lamp])
  case maybe(Lamp?)
  case named([String: Lamp])
  case pair(Pair)
  case none

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    switch self {
    case .one(var lamp): if visitor.visit(&lamp) { self = .one(lamp) }
    case .other(var lamp): if visitor.visit(&lamp) { self = .other(lamp) }
    case .many(var lamps): if visitor.visit(&lamps) { self = .many(lamps) }
    case .maybe(var lamp): if visitor.visit(&lamp) { self = .maybe(lamp) }
    case .named(var lamps): if visitor.visit(&lamps) { self = .named(lamps) }
    case .pair(var pair): if visitor.visit(&pair) { self = .pair(pair) }
    case .none: break
    }
  }
}

/// A container with two slots.
struct Pair: ModelContainer {
  var left: Lamp
  var right: Lamp?

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    _ = visitor.visit(&left)
    _ = visitor.visit(&right)
  }
}

/// An element with an identity that is more than its models.
struct Drawer: ModelContainer, Identifiable {
  let id: Int
  var niche: Niche

  mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&niche) }
}

/// A model with containers of all kinds.
struct Room: Model {
  static let modelLayout = ModelLayout<Room>("Room") {
    $0.slot("niche", \.niche)
    $0.slot("second", \.second)
    $0.slot("lamps", \.lamps)
    $0.slot("drawers", \.drawers)
    $0.slot("named", \.named)
    $0.slot("niches", \.niches)
    $0.slot("identified", \.identified)
    $0.slot("cupboard", \.cupboard)
    $0.slot("ring", \.ring)
  }
  var modelNode = ModelNode<Room>()

  var niche: Niche {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var second: Niche? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var lamps: [Lamp] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var drawers: [Drawer] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var named: [String: Lamp] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var niches: [String: Niche] {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }
  var identified: IdentifiedArrayOf<Lamp> {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
    nonmutating _modify { yield &modelNode[6] }
  }
  var cupboard: IdentifiedArrayOf<Drawer> {
    get { modelNode[7] }
    nonmutating set { modelNode[7] = newValue }
    nonmutating _modify { yield &modelNode[7] }
  }
  var ring: Ring<Lamp> {
    get { modelNode[8] }
    nonmutating set { modelNode[8] = newValue }
    nonmutating _modify { yield &modelNode[8] }
  }

  init() {
    modelNode.initialize(0, to: Niche.none)
    modelNode.initialize(1, to: nil as Niche?)
    modelNode.initialize(2, to: [Lamp]())
    modelNode.initialize(3, to: [Drawer]())
    modelNode.initialize(4, to: [String: Lamp]())
    modelNode.initialize(5, to: [String: Niche]())
    modelNode.initialize(6, to: IdentifiedArrayOf<Lamp>())
    modelNode.initialize(7, to: IdentifiedArrayOf<Drawer>())
    modelNode.initialize(8, to: Ring<Lamp>())
  }
}

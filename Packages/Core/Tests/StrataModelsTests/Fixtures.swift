import StrataConcurrency
import StrataExtensions
import StrataModels
import Synchronization

/// A model as a person writes it without the macro.
struct Counter: Model {
  static let modelLayout = ModelLayout<Counter>("Counter") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Counter>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(count: Int = 0) { modelNode.initialize(0, to: count) }

  func increment() { count += 1 }
}

/// Writes down what happens, in order.
final class Log: Sendable {
  private let state = Locked<[String]>([], rank: .leaf)
  var entries: [String] { state.withLock { $0 } }
  func add(_ entry: String) { state.withLock { $0.append(entry) } }
}

/// A model with a name that logs its activation in upper case and its end in lower case.
struct Logged: Model {
  enum Event: Equatable { case ping }

  static let modelLayout = ModelLayout<Logged>("Logged") {
    $0.slot("child", \.child)
    $0.slot("children", \.children)
  }
  var modelNode = ModelNode<Logged>()
  let name: String
  let log: Log

  var child: Logged? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var children: [Logged] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init(_ name: String, _ log: Log, child: Logged? = nil, children: [Logged] = []) {
    self.name = name
    self.log = log
    modelNode.initialize(0, to: child)
    modelNode.initialize(1, to: children)
  }

  func onActivate() {
    log.add(name.uppercased())
    node.onCancel { [log, name] in log.add(name.lowercased()) }
  }
}

/// A row with an identity of its own.
struct Row: Model {
  static let modelLayout = ModelLayout<Row>("Row") { $0.slot("title", \.title) }
  var modelNode = ModelNode<Row>()
  let id: Int

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(id: Int, title: String = "") {
    self.id = id
    modelNode.initialize(0, to: title)
  }
}

/// A list of rows with identities.
struct Listing: Model {
  static let modelLayout = ModelLayout<Listing>("Listing") {
    $0.slot("rows", \.rows)
    $0.slot("selection", \.selection)
    $0.slot("path", \.path)
  }
  var modelNode = ModelNode<Listing>()

  var rows: IdentifiedArrayOf<Row> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var selection: Int? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var path: Path? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(rows: IdentifiedArrayOf<Row> = []) {
    modelNode.initialize(0, to: rows)
    modelNode.initialize(1, to: nil as Int?)
    modelNode.initialize(2, to: nil as Path?)
  }
}

/// A container written by hand.
enum Path: ModelContainer {
  case counter(Counter)
  case logged(Logged, title: String)

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    switch self {
    case .counter(var counter):
      if visitor.visit(&counter) { self = .counter(counter) }
    case .logged(var logged, let title):
      if visitor.visit(&logged) { self = .logged(logged, title: title) }
    }
  }
}

/// Collects the reports made while a closure runs.
func reports(_ body: () throws -> Void) rethrows -> [String] {
  let log = Log()
  try ReportSink.withHandler({ log.add($0.message) }, operation: body)
  return log.entries
}

/// The elements of a sequence that a live model gives during some changes, until the model's end.
func elements<M: Model, Value>(
  of model: M,
  _ sequence: (M) -> ModelChanges<Value>,
  during changes: (M) -> Void
) async -> [Value] {
  let sequence = {
    let (model, anchor) = model.returningAnchor()
    let sequence = sequence(model)
    changes(model)
    withExtendedLifetime(anchor) {}
    return sequence
  }()
  var found: [Value] = []
  for await element in sequence { found.append(element) }
  return found
}

import StrataConcurrency
import Synchronization

@testable import StrataCore

/// The events of a test, in order.
final class Log: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// Logs its end.
final class LoggedEnd: Sendable {
  private let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("ended") }
}

/// The reports that were made during a closure.
func reports(during body: () throws -> Void) rethrows -> [Report] {
  let found = Locked<[Report]>([], rank: .leaf)
  try ReportSink.withHandler({ report in found.withLock { $0.append(report) } }, operation: body)
  return found.withLock { $0 }
}

/// A kind with a number, a text, an array of numbers and a function.
enum Item {
  static let declaration = CallSite.thisLine()
  static let layout = makeLayout("Item")
  static let loudLayout = makeLayout("Item", hooks: LoudHooks())

  static func makeLayout(_ name: String, hooks: (any ContextHooks)? = nil) -> Layout {
    Layout(
      name: name,
      slots: [
        .value("count", Int.self, declaration: declaration),
        .value("name", String.self),
        .value("list", [Int].self),
        .value("action", (@Sendable () -> Void).self),
        .value("optionalAction", (@Sendable () -> Void)?.self),
        .container("kids", [Kid].self),
        .container("only", Kid?.self),
        .value("opaque", Opaque.self),
      ],
      hooks: hooks
    )
  }

  static let count = Slot<Int>(uncheckedIndex: 0)
  static let name = Slot<String>(uncheckedIndex: 1)
  static let list = Slot<[Int]>(uncheckedIndex: 2)
  static let action = Slot<@Sendable () -> Void>(uncheckedIndex: 3)
  static let optionalAction = Slot<(@Sendable () -> Void)?>(uncheckedIndex: 4)
  static let kids = Slot<[Kid]>(uncheckedIndex: 5)
  static let only = Slot<Kid?>(uncheckedIndex: 6)
  static let opaque = Slot<Opaque>(uncheckedIndex: 7)
}

/// A value that cannot be compared.
struct Opaque {
  var number = 0
}

/// The closures that loud contexts call at the beginning and the end of an incarnation.
enum Hooked {
  @TaskLocal static var log: Log?
  @TaskLocal static var onActivate: (@Sendable (Kid) -> Void)?
  /// Called when a value is searched for its contexts.
  @TaskLocal static var onVisit: (@Sendable (Context) -> Void)?
}

/// Logs the activation and, by the context's work, the end, with the context's name.
struct LoudHooks: ContextHooks {
  func activate(_ context: Context) {
    let kid = Kid(context: context)
    let name = kid.name
    let log = Hooked.log
    log?.add("+\(name)")
    context.work.onCancel { log?.add("-\(name)") }
    Hooked.onActivate?(kid)
  }

  func identity(of context: Context) -> AnyHashable? {
    let name = Kid(context: context).name
    // A name with a colon stands for the part before it.
    return name.contains(":") ? AnyHashable(name.prefix { $0 != ":" }) : AnyHashable(context.id)
  }

  var keepsHandles: Bool { false }
}

/// A handle of an `Item`.
struct Kid: ContextContainer, Sendable {
  var context: Context

  init(context: Context) { self.context = context }

  init(
    _ name: String = "",
    count: Int = 0,
    kids: [Kid] = [],
    layout: Layout = Item.layout,
    action: @escaping @Sendable () -> Void = {}
  ) {
    context = Context(layout: layout)
    context.initialize(Item.count, to: count)
    context.initialize(Item.name, to: name)
    context.initialize(Item.list, to: [])
    context.initialize(Item.action, to: action)
    context.initialize(Item.optionalAction, to: action)
    context.initialize(container: Item.kids, to: kids)
    context.initialize(container: Item.only, to: nil)
    context.initialize(Item.opaque, to: Opaque())
  }

  static func loud(_ name: String, kids: [Kid] = []) -> Kid {
    Kid(name, kids: kids, layout: Item.loudLayout)
  }

  func forEachContext(_ body: (Context) -> Void) {
    Hooked.onVisit?(context)
    body(context)
  }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }

  var count: Int {
    get { context[Item.count] }
    nonmutating set { context[Item.count] = newValue }
    nonmutating _modify { yield &context[Item.count] }
  }
  var name: String {
    get { context[Item.name] }
    nonmutating set { context[Item.name] = newValue }
    nonmutating _modify { yield &context[Item.name] }
  }
  var list: [Int] {
    get { context[Item.list] }
    nonmutating set { context[Item.list] = newValue }
    nonmutating _modify { yield &context[Item.list] }
  }
  var action: @Sendable () -> Void {
    get { context[Item.action] }
    nonmutating set { context[Item.action] = newValue }
  }
  var kids: [Kid] {
    get { context[container: Item.kids] }
    nonmutating set { context[container: Item.kids] = newValue }
    nonmutating _modify { yield &context[container: Item.kids] }
  }
  var only: Kid? {
    get { context[container: Item.only] }
    nonmutating set { context[container: Item.only] = newValue }
    nonmutating _modify { yield &context[container: Item.only] }
  }
  var opaque: Opaque {
    get { context[Item.opaque] }
    nonmutating set { context[Item.opaque] = newValue }
    nonmutating _modify { yield &context[Item.opaque] }
  }
}

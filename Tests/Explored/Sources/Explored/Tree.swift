import StrataConcurrency
import StrataCore

/// A tree of one context with a few whole numbers.
final class Numbers: Sendable {
  let layout: Layout
  let context: Context
  let anchor: Anchor

  init(_ count: Int = 2) {
    layout = Layout(name: "Numbers", slots: (0..<count).map { .value("n\($0)", Int.self) })
    context = Context(layout: layout)
    for index in 0..<count { context.initialize(layout.slot(index, as: Int.self), to: 0) }
    anchor = Anchor(context, at: .thisLine())
  }

  func slot(_ index: Int) -> Slot<Int> { layout.slot(index, as: Int.self) }

  subscript(index: Int) -> Int {
    get { context.read(slot(index)) }
    set { context.write(slot(index), newValue) }
  }

  func derived(_ compute: @escaping @Sendable (Numbers) -> Int) -> Derived<Int, Never> {
    Derived<Int, Never>(of: context, at: .thisLine()) { [unowned self] () -> Int in compute(self) }
  }
}

/// A tree of one context with one value.
final class Single<Value: Equatable & Sendable>: Sendable {
  let context: Context
  let slot: Slot<Value>
  let anchor: Anchor

  init(_ value: Value) {
    let layout = Layout(name: "Single", slots: [.value("value", Value.self)])
    slot = layout.slot(0, as: Value.self)
    context = Context(layout: layout)
    context.initialize(slot, to: value)
    anchor = Anchor(context, at: .thisLine())
  }

  var value: Value {
    get { context.read(slot) }
    set { context.write(slot, newValue) }
  }
}

/// A handle of a context with a number and children.
struct Row: ContextContainer, Sendable {
  static let layout = Layout(
    name: "Row",
    slots: [.value("number", Int.self), .container("rows", [Row].self)],
    hooks: RowHooks()
  )
  static let number = Slot<Int>(uncheckedIndex: 0)
  static let rows = Slot<[Row]>(uncheckedIndex: 1)

  var context: Context

  init(_ number: Int, _ rows: [Row] = []) {
    context = Context(layout: Row.layout)
    context.initialize(Row.number, to: number)
    context.initialize(container: Row.rows, to: rows)
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }

  var number: Int {
    get { context[Row.number] }
    nonmutating _modify { yield &context[Row.number] }
  }

  var rows: [Row] {
    get { context[container: Row.rows] }
    nonmutating set { context[container: Row.rows] = newValue }
    nonmutating _modify { yield &context[container: Row.rows] }
  }

  var isLive: Bool { context.currentPhase.isLive }
}

/// Identifies contexts by themselves, and does nothing else.
struct RowHooks: ContextHooks {
  func activate(_ context: Context) {}
  func identity(of context: Context) -> AnyHashable? { AnyHashable(context.id) }
  var keepsHandles: Bool { false }
}

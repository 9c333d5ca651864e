import StrataConcurrency
@_spi(Strata) import StrataCore

/// The properties that changed and that no assertion has read since.
final class UnassertedChanges: Sendable {
  /// A property that changed.
  struct Entry: Sendable {
    let read: SlotRead
    /// The value before the first change; `nil` for children alone, and if the engine had no reason to retain it.
    let baseline: CapturedValue?
    /// The children before the first change, for a property that contains nothing else.
    let formerChildren: ChildOrder?
    /// The children that were added and removed, for a property that contains children.
    var edits: StructureEdits?
    /// Whether children have been reordered, or data beside them has changed.
    var hasMoves = false
    /// The cause of the last change.
    var cause: Cause?
    /// The values that it went through, if they are requested.
    var transitions: TransitionQueue?
  }

  /// All that was noted and not taken.
  struct Contents: Sendable {
    fileprivate var entries: [SlotRead: Entry] = [:]
    fileprivate var order: [SlotRead] = []
    /// The last round that was noted, and its number among all.
    fileprivate var last: (round: UInt64, order: ChangeOrder)?
  }

  private let state = Locked(Contents(), rank: .leaf)
  private let keepsTransitions: @Sendable () -> Bool
  private let isDerived: @Sendable (Context) -> Bool
  private let orders: ChangeOrderCounter

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - orders: Numbers the writes of all trees of the test.
  ///   - keepsTransitions: Whether each value that a property had has to be asserted.
  ///   - isDerived: Whether a context's values derive from others alone, whose changes are noted.
  init(
    _ orders: ChangeOrderCounter,
    keepsTransitions: @escaping @Sendable () -> Bool,
    isDerived: @escaping @Sendable (Context) -> Bool
  ) {
    self.orders = orders
    self.keepsTransitions = keepsTransitions
    self.isDerived = isDerived
  }

  /// Notes a change; called outside all locks.
  func note(_ change: borrowing Change) {
    // No test could read it, or assert it.
    let slot = change.context.layout.slots[change.slot]
    guard !slot.isPrivate, !FunctionTypes.contains(slot.type), !isDerived(change.context) else {
      return
    }
    let read = SlotRead(context: change.context, slot: change.slot)
    let former = change.anyOldValue
    let children = former.flatMap(ChildOrder.init)
    let old = children == nil ? former.map { CapturedValue(value: shown($0)) } : nil
    let edits = change.edits
    let cause = change.cause
    let step = cause?.outsideTransactions
    let isOwnActivation =
      step?.kind == .activation && step?.name == change.context.owner.layout.name
    // Writes of a model during its activation are part of its initial state.
    guard !isOwnActivation else { return }
    var transition: Transition?
    var before: PastValue?
    if keepsTransitions() {
      before = change.priorValue
      transition = Transition(
        value: change.pastValue,
        edits: edits,
        cause: cause,
        order: order(of: change.round)
      )
    }
    state.withLock { state in
      if state.entries[read] == nil { state.order.append(read) }
      var entry = state.entries[read] ?? Entry(read: read, baseline: old, formerChildren: children)
      entry.cause = cause
      entry.append(edits)
      if let transition { entry.append(transition, before: before) }
      state.entries[read] = entry
    }
  }

  private func order(of round: UInt64) -> ChangeOrder {
    if let last = state.withLock({ $0.last }), last.round == round { return last.order }
    let order = orders.next()
    state.withLock { $0.last = (round, order) }
    return order
  }

  /// Takes out what an assertion has read.
  ///
  /// - Parameters:
  ///   - reads: The properties.
  ///   - view: The values that the assertion has seen of them.
  ///   - areMatched: Whether each write has to be asserted, so that the later ones stay.
  func consume(
    _ reads: [SlotRead],
    in view: TransitionView = .present,
    one areMatched: (Context) -> Bool = { _ in false }
  ) {
    let matched = Set(reads.filter { areMatched($0.context) })
    let removed = state.withLock { state -> [Entry] in
      var removed: [Entry] = []
      for read in reads {
        guard var entry = state.entries.removeValue(forKey: read) else { continue }
        removed.append(entry)
        guard matched.contains(read), entry.transitions?.match(in: view) ?? false else {
          continue
        }
        state.entries[read] = entry
      }
      if !removed.isEmpty { state.order.removeAll { state.entries[$0] == nil } }
      return removed
    }
    _ = consume removed
  }

  /// Takes everything out, in the order of the first changes.
  func takeAll() -> [Entry] { take { _ in true } }

  /// Takes some out, in the order of the first changes.
  func take(where isTaken: (Entry) -> Bool) -> [Entry] {
    let entries = state.withLock { state in state.order.compactMap { state.entries[$0] } }
    let taken = entries.filter(isTaken)
    state.withLock { state in
      for entry in taken { state.entries[entry.read] = nil }
      state.order.removeAll { state.entries[$0] == nil }
    }
    return taken
  }

  /// The changes that were noted and not taken.
  var contents: Contents {
    get { state.withLock { $0 } }
    set {
      let former = state.withLock { state in
        defer { state = newValue }
        return state
      }
      _ = consume former
    }
  }

  /// The properties that have changed.
  var changedSlots: [SlotRead] { state.withLock { $0.order } }

  /// The transitions of a property that no assertion has matched.
  func transitions(of read: SlotRead) -> TransitionQueue? {
    state.withLock { $0.entries[read]?.transitions }
  }

  /// The numbers of the writes that no assertion has matched, of each property in their order.
  func waitingOrders(where isAsked: (Context) -> Bool) -> [SlotRead: [ChangeOrder]] {
    let waiting = state.withLock { $0.entries.compactMapValues(\.transitions) }
    return waiting.filter { isAsked($0.key.context) }.mapValues { $0.waiting.map(\.order) }
  }

  /// The earlier values that an assertion reads instead of current ones.
  func past(in view: TransitionView, where isAsked: (Context) -> Bool) -> [PastValue] {
    let values = state.withLock { state in
      state.order.compactMap { state.entries[$0]?.transitions?.value(in: view) }
    }
    return values.filter { isAsked($0.read.context) }
  }
}

extension UnassertedChanges.Entry {
  var category: StateCategory { StateCategory(of: read.context) }

  fileprivate mutating func append(_ transition: Transition, before: PastValue?) {
    if transitions == nil {
      transitions = TransitionQueue(transition, before: before)
    } else {
      transitions?.append(transition)
    }
  }

  /// Adds later edits; a child that was added and removed again is forgotten.
  fileprivate mutating func append(_ later: StructureEdits?) {
    guard let later else { return }
    var sum = edits ?? StructureEdits()
    for context in later.added { sum.add(context) }
    for context in later.removed { sum.remove(context) }
    if later.isChanged, later.added.isEmpty, later.removed.isEmpty { hasMoves = true }
    edits = sum
  }

  /// Whether there is something to report: the property still exists, and has another value.
  var isNews: Bool {
    guard read.context.isLive else { return false }
    if let edits {
      if !edits.added.isEmpty || !edits.removed.isEmpty { return true }
      if let formerChildren {
        return read.currentValue.flatMap(ChildOrder.init) != formerChildren
      }
      guard let baseline, baseline.value is any Equatable, let now = read.currentValue else {
        return hasMoves
      }
      return !areEqual(baseline.value, now)
    }
    guard let baseline, let now = read.currentValue else { return true }
    // A local value that was never set is its key's default.
    if let areSame = read.context.layout.attachment?.areSame, areSame(baseline.value, now) {
      return false
    }
    return !areEqual(baseline.value, now)
  }
}

/// The children of a property that has nothing else, in their order.
///
/// It refers to no child, because a test also finds out which models are still in memory.
struct ChildOrder: Equatable, Sendable {
  private var children: [ContextID] = []

  /// The children of a value; `nil` for a value that contains none, or more than children.
  init?(_ value: Any) {
    guard let container = value as? any ContextContainer, !container.hasOtherContents else {
      return nil
    }
    container.forEachContext { children.append($0.id) }
  }
}

extension ContextContainer {
  fileprivate var hasOtherContents: Bool { Self.contents == .mixed }
}

/// The value of a property at some time.
// SAFETY: the engine passes the values of properties of any type from thread to thread, as every model does whose
// property two threads may read. Here they are only read.
struct CapturedValue: @unchecked Sendable {
  let value: Any
}

/// Whether two values are of one type that can be compared, and are equal; no value equals no value of any type.
func areEqual(_ one: Any, _ other: Any) -> Bool {
  if isNone(one), isNone(other) { return true }
  guard let one = one as? any Equatable else { return false }
  return one.isEqual(other)
}

private func isNone(_ value: Any) -> Bool { (value as? any OptionalValue)?.isNone ?? false }

private protocol OptionalValue {
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNone: Bool {
    if case .none = self { true } else { false }
  }
}

extension Equatable {
  fileprivate func isEqual(_ other: Any) -> Bool { (other as? Self) == self }
}

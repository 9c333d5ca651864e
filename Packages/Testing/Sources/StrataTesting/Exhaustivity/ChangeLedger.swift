import StrataConcurrency
import StrataCore

/// The properties that changed and that no assertion has read since.
final class ChangeLedger: Sendable {
  /// A property that changed.
  struct Entry: Sendable {
    let read: SlotRead
    /// The value before the first change; `nil` if the engine had no reason to keep it.
    let baseline: CapturedValue?
    /// What has come and gone, for a property that holds children.
    var edits: StructureEdits?
    /// Whether children have changed places.
    var hasMoves = false
    /// What led to the last change.
    var cause: Cause?
  }

  private struct State: Sendable {
    var entries: [SlotRead: Entry] = [:]
    var order: [SlotRead] = []
  }

  private let state = Locked(State(), rank: .leaf)

  /// Notes a change; called outside all locks.
  func note(_ change: borrowing Change) {
    // No test could read it.
    guard !change.context.layout.slots[change.slot].isPrivate else { return }
    let read = SlotRead(context: change.context, slot: change.slot)
    let old = change.anyOldValue.map(CapturedValue.init)
    let edits = change.edits
    let cause = change.cause
    let step = cause?.outsideTransactions
    let isOwnActivation = step?.kind == .activation && step?.name == change.context.layout.name
    // What a model writes while it is activated is part of the state in which it begins.
    guard !isOwnActivation else { return }
    state.withLock { state in
      if var entry = state.entries[read] {
        entry.cause = cause
        entry.append(edits)
        state.entries[read] = entry
      } else {
        var entry = Entry(read: read, baseline: old, cause: cause)
        entry.append(edits)
        state.entries[read] = entry
        state.order.append(read)
      }
    }
  }

  /// Takes out what an assertion has read.
  func consume(_ reads: [SlotRead]) {
    let removed = state.withLock { state -> [Entry] in
      let removed = reads.compactMap { state.entries.removeValue(forKey: $0) }
      if !removed.isEmpty { state.order.removeAll { state.entries[$0] == nil } }
      return removed
    }
    _ = consume removed
  }

  /// Takes everything out, in the order of the first changes.
  func takeAll() -> [Entry] {
    state.withLock { state in
      defer { state = State() }
      return state.order.compactMap { state.entries[$0] }
    }
  }
}

extension ChangeLedger.Entry {
  /// Adds later edits; what came and went again is forgotten.
  fileprivate mutating func append(_ later: StructureEdits?) {
    guard let later else { return }
    var sum = edits ?? StructureEdits()
    for context in later.added { sum.add(context) }
    for context in later.removed { sum.remove(context) }
    if later.isChanged, later.added.isEmpty, later.removed.isEmpty { hasMoves = true }
    edits = sum
  }

  /// Whether there is something to tell: the property still lives, and is not what it was.
  var isNews: Bool {
    guard read.context.isLive else { return false }
    if let edits { return hasMoves || !edits.added.isEmpty || !edits.removed.isEmpty }
    guard let baseline, let now = read.context.anyValue(at: read.slot) else { return true }
    return !areEqual(baseline.value, now)
  }
}

/// The value of a property at some moment.
// SAFETY: the engine hands the values of properties from thread to thread whatever their types, as
// every model does whose property two threads may read; here they are only read.
struct CapturedValue: @unchecked Sendable {
  let value: Any
}

/// Whether two values are of one type that can be compared, and are equal.
func areEqual(_ one: Any, _ other: Any) -> Bool {
  guard let one = one as? any Equatable else { return false }
  return one.isEqual(other)
}

extension Equatable {
  fileprivate func isEqual(_ other: Any) -> Bool { (other as? Self) == self }
}

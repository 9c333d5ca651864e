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
    let read = SlotRead(context: change.context, slot: change.slot)
    let old = change.anyOldValue.map(CapturedValue.init)
    let edits = change.edits
    let cause = change.cause
    let isOwnActivation = cause?.kind == .activation && cause?.name == change.context.layout.name
    // What a model writes while it is activated is part of the state in which it begins.
    guard !isOwnActivation else { return }
    state.withLock { state in
      if var entry = state.entries[read] {
        entry.cause = cause
        if let edits { entry.edits?.append(edits) }
        state.entries[read] = entry
      } else {
        state.entries[read] = Entry(read: read, baseline: old, edits: edits, cause: cause)
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

extension StructureEdits {
  /// Adds later edits; what came and went again is forgotten.
  fileprivate mutating func append(_ later: StructureEdits) {
    for context in later.added { add(context) }
    for context in later.removed { remove(context) }
    if later.isChanged { noteMove() }
  }
}

extension ChangeLedger.Entry {
  /// Whether there is something to tell: the property still lives, and is not what it was.
  var isNews: Bool {
    guard read.context.isLive else { return false }
    if let edits { return edits.isChanged }
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

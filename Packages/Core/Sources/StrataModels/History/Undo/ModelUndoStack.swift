public import StrataConcurrency
import StrataCore

/// A list of entries to undo, and one of entries to redo.
///
/// A new transaction clears the entries to redo. The stack retains removed models, with their contents, as long
/// as an entry could bring them back: bound it with `limit`, or release it.
///
/// Several trees may share a stack; each entry restores what it has changed, in its own tree.
public final class ModelUndoStack: UndoBackend {
  private struct State: Sendable {
    var undo: [UndoEntry] = []
    var redo: [UndoEntry] = []
    /// Those that make entries.
    var sources: [Source] = []
    /// The availability that was found last, and was or will be published.
    var known = (canUndo: false, canRedo: false)

    var available: (canUndo: Bool, canRedo: Bool) { (!undo.isEmpty, !redo.isEmpty) }
  }

  /// A change log that the trees retain.
  private struct Source: Sendable {
    let id: UInt64
    weak var changeLog: ChangeLog?
  }

  /// Selects one of the two lists.
  private enum Side {
    case undo
    case redo
  }

  /// How many transactions can be undone; `nil` for all.
  public let limit: Int?

  /// After so many attempts a step counts as one that cannot be taken back.
  private static var mostFailures: Int { 100 }

  private let state = Locked(State(), rank: .leaf)
  private let availability = Availability()

  /// Makes an empty stack.
  ///
  /// - Parameter limit: How many transactions can be undone, the last ones; `nil` for all.
  /// - Precondition: `limit` is not negative.
  public init(limit: Int? = nil) {
    precondition(limit ?? 0 >= 0, "ModelUndoStack(limit: \(limit ?? 0)): a limit is not negative")
    self.limit = limit
  }

  /// Whether there is something to undo; trackers observe it like any read.
  public var canUndo: Bool { availability.canUndo }

  /// Whether there is something to redo; trackers observe it like any read.
  public var canRedo: Bool { availability.canRedo }

  /// How many transactions can be undone; not tracked.
  public var undoCount: Int { state.withLock { $0.undo.count } }

  /// How many transactions can be redone; not tracked.
  public var redoCount: Int { state.withLock { $0.redo.count } }

  /// Takes an entry; nothing can be redone after it.
  public func push(_ entry: UndoEntry) {
    note(entry)
    // Entries retain the program's values, which are released without the lock.
    var redo: [UndoEntry] = []
    var oldest: UndoEntry?
    state.withLock { state in
      if !state.redo.isEmpty { swap(&redo, &state.redo) }
      state.undo.append(entry)
      // One at most, because steps that can be redone were steps to undo.
      if let limit, state.undo.count > limit { oldest = state.undo.removeFirst() }
    }
    withExtendedLifetime((redo, oldest)) {}
    noteAvailability()
  }

  /// Takes back the last committed transaction, by whichever thread.
  ///
  /// It is taken back whole, as one transaction. An entry whose models have all gone is skipped, and the one
  /// before is taken. A transaction cannot be taken back if something else has changed the same properties. It is
  /// dropped, and this is reported. Inside a transaction of a tree that tracks changes with this stack, nothing is
  /// done, and this is reported; so also while this thread activates models that the last transaction has added.
  ///
  /// - Parameter callSite: The requester's call site, for reports.
  public func undo(at callSite: CallSite) { restore(.undo, at: callSite) }

  /// Makes the transaction again that was last taken back.
  ///
  /// - Parameter callSite: The requester's call site, for reports.
  public func redo(at callSite: CallSite) { restore(.redo, at: callSite) }

  /// Forgets everything.
  public func removeAll() {
    let released = state.withLock { state in
      defer { (state.undo, state.redo) = ([], []) }
      return state
    }
    withExtendedLifetime(released) {}
    noteAvailability()
  }

  /// Drops the entries that can do nothing any more.
  public func removeEndedEntries() {
    let released = state.withLock { state in
      let former = state
      state.undo.removeAll { $0.hasEnded }
      state.redo.removeAll { $0.hasEnded }
      return former
    }
    withExtendedLifetime(released) {}
    noteAvailability()
  }

  private func restore(_ side: Side, at callSite: CallSite) {
    defer { noteAvailability() }
    var failures = 0
    while let next = lastCommitted(side) {
      guard !isInTransaction(at: callSite) else { return }
      // The stack is changed inside the transaction. Of two threads that undo, the one that takes the later entry
      // therefore also restores first.
      var inverse: UndoEntry?
      let outcome = next.entry.restore(at: callSite) { entry in
        let made = UndoEntry(entry)
        inverse = made
        return take(next, from: side, made)
      }
      switch outcome {
      case .done, .rejected: return
      case .notAcquired: continue
      case .gone: drop([next, inverse])
      case .superseded:
        // The usual reason is a step that another thread has committed since, which is the last one now.
        if last(side) === next { failures += 1 }
        guard failures > Self.mostFailures else { continue }
        drop([next])
        ModelDiagnostic.undoSuperseded.report(at: callSite)
        return
      }
    }
  }

  /// Whether this thread has a transaction of one of the trees open, which is reported.
  ///
  /// That transaction's own commit would clear what was undone in another tree.
  private func isInTransaction(at callSite: CallSite) -> Bool {
    let sources = state.withLock { $0.sources }
    return sources.contains { $0.changeLog?.rejectsRestoring(at: callSite) ?? false }
  }

  /// The last entry of a list, after all that was committed is in it.
  private func lastCommitted(_ side: Side) -> UndoEntry? {
    let sources = state.withLock { $0.sources }
    for source in sources { source.changeLog?.handOver() }
    return last(side)
  }

  /// Notes who has made an entry.
  private func note(_ entry: UndoEntry) {
    let id = entry.entry.changeLogID
    guard state.withLock({ state in !state.sources.contains { $0.id == id } }),
      let changeLog = entry.entry.changeLog
    else { return }
    note(changeLog)
  }

  /// Notes who will make entries.
  func note(_ changeLog: ChangeLog) {
    state.withLock { state in
      state.sources.removeAll { $0.changeLog == nil || $0.id == changeLog.id }
      state.sources.append(Source(id: changeLog.id, changeLog: changeLog))
    }
  }

  private func last(_ side: Side) -> UndoEntry? {
    state.withLock { side == .undo ? $0.undo.last : $0.redo.last }
  }

  /// Moves an entry that is about to be restored, if it is still the last, and puts its inverse on the other
  /// side.
  private func take(_ entry: UndoEntry, from side: Side, _ inverse: UndoEntry) -> Bool {
    state.withLock { state in
      switch side {
      case .undo:
        guard state.undo.last === entry else { return false }
        state.undo.removeLast()
        state.redo.append(inverse)
      case .redo:
        guard state.redo.last === entry else { return false }
        state.redo.removeLast()
        state.undo.append(inverse)
      }
      return true
    }
  }

  /// Drops an entry that could restore nothing, and the inverse of nothing.
  private func drop(_ entries: [UndoEntry?]) {
    let released = state.withLock { state in
      let former = state
      state.undo.removeAll { entry in entries.contains { $0 === entry } }
      state.redo.removeAll { entry in entries.contains { $0 === entry } }
      return former
    }
    withExtendedLifetime(released) {}
  }

  private func noteAvailability() {
    // Mostly nothing differs, because there was something to undo before as well.
    guard state.withLock({ $0.available != $0.known }) else { return }
    availability.update { [state] in
      state.withLock { state in
        state.known = state.available
        return state.known
      }
    }
  }
}

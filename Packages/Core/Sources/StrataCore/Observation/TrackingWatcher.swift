import StrataConcurrency
import Synchronization

/// The part of a tracker that the watched slots hold.
///
/// An object of its own: the lists of watchers hold what they tell, and the tracker that its owner
/// has released must end.
// SAFETY: all stored properties are constants of types that any thread may use.
final class TrackingWatcher: ReadScope, Watcher, @unchecked Sendable {
  private let state = Locked(TrackedReads(), rank: .leaf)
  private let onChange: @Sendable () -> Void
  /// Called, before `onChange`, with the change that makes the last run out of date.
  private let onTrigger: (@Sendable (borrowing Change) -> Void)?
  /// Called, before `onTrigger`, with each touch of a slot that is watched.
  private let onTouch: (@Sendable (borrowing Change) -> Void)?
  /// Where reads are listed instead of being watched.
  private let log: ReadLog?
  let origin: WatcherOrigin

  init(
    origin: WatcherOrigin,
    log: ReadLog? = nil,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    onTouch: (@Sendable (borrowing Change) -> Void)? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.origin = origin
    self.log = log
    self.onTrigger = onTrigger
    self.onTouch = onTouch
    self.onChange = onChange
    super.init()
  }

  func beginRun() {
    renewStamp()
    state.withLock { $0.beginRun() }
  }

  /// Stops watching what the run that has just ended did not read.
  func endRun() {
    let unread = state.withLock { $0.takeUnread() }
    for source in unread { source.context.removeWatcher(source.id, slot: source.slot) }
  }

  /// Whether another thread has committed something anew that the run which has just ended had read, so
  /// that its reads may be of several moments; to be asked on the thread of the run.
  ///
  /// - Complexity: O(slots), with one lock pair for slots of one tree.
  func wasOvertaken() -> Bool {
    guard let sources = state.withLock({ $0.readByLastRun() }) else { return true }
    var held: LockReference?
    defer { held?.unlock() }
    for source in sources {
      let context = source.context
      if held?.bitPattern != context.guardLock.load(ordering: .relaxed) {
        held?.unlock()
        held = context.lock()
      }
      guard context.tree.hasForeignRound(after: source.seenRound) else { continue }
      if unsafe !isMarked(context.headers[source.slot].stamp) { return true }
    }
    return false
  }

  /// Whether something has changed that the last run has not seen.
  var isStale: Bool { state.withLock { $0.isStale } }

  /// Lets the next change count as the first.
  func resume() { state.withLock { $0.resume() } }

  /// Stops watching for good.
  func cancel() {
    let sources = state.withLock { $0.cancel() }
    for source in sources { source.context.removeWatcher(source.id, slot: source.slot) }
  }

  func receive(_ change: borrowing Change) {
    let (context, slot, round) = (change.context, change.slot, change.round)
    guard state.withLock({ $0.becomeStale(context, slot, round: round) }) else { return }
    announce(change)
  }

  /// A touch counts for those who ask for touches although the last run has come after its commit: the
  /// value that the run has found may be the one from before.
  func receiveTouch(_ change: borrowing Change) {
    guard let onTouch else { return receive(change) }
    let (context, slot, round) = (change.context, change.slot, change.round)
    let isCancelled = state.withLock { state in
      _ = state.becomeStale(context, slot, round: round)
      return state.isCancelled
    }
    guard !isCancelled else { return }
    onTouch(change)
    announce(change)
  }

  private func announce(_ change: borrowing Change) {
    onTrigger?(change)
    guard Cause.isRecorded else { return onChange() }
    let cause = Cause(.observer, name: origin.kind, at: origin.callSite, after: change.cause)
    Cause.with(cause, onChange)
  }

  override func noteFirst(_ context: Context, _ slot: Int, _ stamp: UInt32) {
    if let log {
      unsafe context.headers[slot].stamp = stamp
      if let producer = context.parts?.producer { return producer.listSlots(in: log) }
      return log.add(SlotRead(context: context, slot: slot))
    }
    guard context.phase.isLive else { return }
    unsafe context.headers[slot].stamp = stamp
    state.withLock { reads in
      reads.note(context, slot) { context.addWatcher(self, slot: slot) }
    }
  }
}

extension Change {
  /// Names the round among those of all trees, as far as two that are delivered at one time may differ.
  package var roundKey: UInt64 {
    UInt64(context.guardLock.load(ordering: .relaxed)) &<< 16 ^ round
  }
}

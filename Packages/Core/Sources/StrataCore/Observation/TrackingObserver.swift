import StrataConcurrency
import Synchronization

/// The part of a tracker that the observed slots retain.
///
/// It is an object of its own, because the lists of observers retain their members, and a tracker that its owner has
/// released must end.
// SAFETY: all stored properties are constants of types that any thread may use.
final class TrackingObserver: ReadScope, RereadingObserver, @unchecked Sendable {
  private let state = Locked(TrackedReads(), rank: .leaf)
  private let onChange: @Sendable () -> Void
  /// Called, before `onChange`, with the change that makes the last run out of date.
  private let onTrigger: (@Sendable (borrowing Change) -> Void)?
  /// Called, before `onTrigger`, with each touch of an observed slot.
  private let onTouch: (@Sendable (borrowing Change) -> Void)?
  /// The list of reads, for a recording that observes nothing.
  private let log: ReadLog?
  /// The place among all observers, which a slot that is read later does not change.
  private let order = WatchList.nextID()
  let site: ObserverSite

  init(
    site: ObserverSite,
    log: ReadLog? = nil,
    onTrigger: (@Sendable (borrowing Change) -> Void)? = nil,
    onTouch: (@Sendable (borrowing Change) -> Void)? = nil,
    onChange: @escaping @Sendable () -> Void
  ) {
    self.site = site
    self.log = log
    self.onTrigger = onTrigger
    self.onTouch = onTouch
    self.onChange = onChange
    super.init()
  }

  override var isOfObserver: Bool { log == nil }

  func beginRun() {
    renewEpoch()
    state.withLock { $0.beginRun() }
  }

  /// Removes the observers of slots that the ended run did not read.
  func endRun() {
    let unread = state.withLock { $0.takeUnread() }
    for source in unread { source.context.removeObserver(source.id, slot: source.slot) }
  }

  /// Whether the reads of the ended run may not be a consistent snapshot; called on the thread of the run.
  ///
  /// The reason is another thread's commit to one of its slots.
  ///
  /// - Complexity: O(slots), with one lock pair for slots of one tree.
  func wasSuperseded() -> Bool {
    guard let sources = state.withLock({ $0.readByLastRun() }) else { return true }
    var held: LockReference?
    defer { held?.unlock() }
    for source in sources {
      let context = source.context
      if held?.bitPattern != context.guardLock.load(ordering: .relaxed) {
        held?.unlock()
        held = context.lock()
      }
      guard context.tree.hasRoundOfOtherTree(after: source.seenRound) else { continue }
      if unsafe !isMarked(context.headers[source.slot].epoch) { return true }
    }
    return false
  }

  /// Whether something has changed that the last run has not seen.
  var isStale: Bool { state.withLock { $0.isStale } }

  /// Makes the next change count as the first.
  func resume() { state.withLock { $0.resume() } }

  /// Ends the observation permanently.
  func cancel() {
    let sources = state.withLock { $0.cancel() }
    for source in sources { source.context.removeObserver(source.id, slot: source.slot) }
  }

  func receive(_ change: borrowing Change) {
    let (context, slot, round) = (change.context, change.slot, change.round)
    guard state.withLock({ $0.becomeStale(context, slot, round: round) }) else { return }
    announce(change)
  }

  /// A touch notifies its listeners even if the last run came after the commit, because that run may have found the
  /// previous value.
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

  func noteJoin(of context: Context, _ slot: Int) -> ((Cause?) -> Void)? {
    guard state.withLock({ $0.noteJoin(of: context, slot) }) else { return nil }
    return { [self] cause in
      if !state.withLock(\.isCancelled) { announce(after: cause) }
    }
  }

  private func announce(_ change: borrowing Change) {
    onTrigger?(change)
    announce(after: change.cause)
  }

  private func announce(after cause: Cause?) {
    guard Cause.isRecorded else { return onChange() }
    Cause.with(Cause(.observer, name: site.kind, at: site.callSite, after: cause), onChange)
  }

  override func noteFirst(_ context: Context, _ slot: Int, _ epoch: UInt32) {
    if let log {
      unsafe context.headers[slot].epoch = epoch
      if let producer = context.producer { return producer.listSlots(in: log) }
      return log.add(SlotRead(context: context, slot: slot))
    }
    guard context.phase != .frozen else { return }
    unsafe context.headers[slot].epoch = epoch
    context.noteUncommittedRead(slot)
    state.withLock { reads in
      reads.note(context, slot) { context.addReader(self, slot: slot, order: order) }
    }
  }
}

extension Change {
  /// Identifies the round among those of all trees, as far as two concurrent deliveries may differ.
  package var roundKey: UInt64 {
    UInt64(context.guardLock.load(ordering: .relaxed)) &<< 16 ^ round
  }
}

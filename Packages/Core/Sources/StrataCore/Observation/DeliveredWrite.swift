import StrataConcurrency

/// A commit of one write that was delivered at once, without the queue.
///
/// It is what a ``DeliveredRound`` is for other commits, without its allocations. It refers to memory of the engine that
/// is valid during the delivery, so it can be neither stored nor copied.
@safe
public struct DeliveredWrite: ~Copyable {
  /// The round's number in its tree.
  public let number: UInt64
  /// The slot that was written, by its index in the context's layout.
  public let slot: Int
  /// The cause of the commit, if causes are recorded.
  public let cause: Cause?
  /// When the notifications began; `nil` if the slot has no observers, or no observer of a tree requests rounds.
  private let start: ContinuousClock.Instant?

  // SAFETY: the delivery owner retains the context until the delivery has ended, and a write cannot outlive that.
  private let reference: Unmanaged<Context>
  // SAFETY: valid until the end of the delivery, as for `InlineRound`.
  private let entries: UnsafeBufferPointer<WatchEntry>

  init(_ change: borrowing Change, _ entries: UnsafeBufferPointer<WatchEntry>) {
    number = change.round
    slot = change.slot
    cause = change.cause
    start = entries.isEmpty || !TreeObserving.isAnyWantingRounds ? nil : .now
    unsafe reference = change.reference
    unsafe self.entries = unsafe entries
  }

  /// The context whose slot was written.
  public var context: Context { unsafe reference.takeUnretainedValue() }

  /// Whether the slot has no observers, so that only listeners to all changes were notified.
  public var isUnobserved: Bool { unsafe entries.isEmpty }

  /// How many observers and trackers were notified, without the listeners to all changes.
  ///
  /// - Complexity: O(number of observers).
  public var notificationCount: Int {
    unsafe entries.reduce(0) { $0 + ($1.observer == nil ? 0 : 1) }
  }

  /// The observers that were notified, without the listeners to all changes.
  ///
  /// - Complexity: O(number of observers).
  public var observers: [ObserverSite] { unsafe entries.compactMap { $0.observer?.site } }

  /// How many rounds wait for their delivery now; zero without observers, for which no round has to wait.
  ///
  /// - Complexity: O(1); one lock pair with observers.
  public var waitingCount: Int {
    if isUnobserved { return 0 }
    let lock = context.lock()
    defer { lock.unlock() }
    return context.tree.rounds.waitingCount
  }

  /// The time of the notifications until now; zero without observers.
  public var duration: Duration { start.map { .now - $0 } ?? .zero }

  /// The same as a round.
  public var round: DeliveredRound {
    DeliveredRound(
      number: number,
      changes: [SlotRead(context: context, slot: slot)],
      notificationCount: notificationCount,
      observers: observers,
      removedCount: 0,
      waitingCount: waitingCount,
      duration: duration,
      cause: cause
    )
  }
}

@available(*, unavailable)
extension DeliveredWrite: Sendable {}

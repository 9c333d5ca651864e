import StrataConcurrency

/// The result of one commit: the notifications and their duration.
public struct DeliveredRound: Sendable {
  /// The round's number in its tree.
  public let number: UInt64
  /// The properties whose values differ from before, with the observed derived values that do.
  public let changes: [SlotRead]
  /// How many observers and trackers were notified, each once for each property, without the listeners to all changes.
  public let notificationCount: Int
  /// The observers that were notified, one entry for each call, without the listeners to all changes.
  public let observers: [ObserverSite]
  /// How many contexts the commit has removed.
  public let removedCount: Int
  /// How many rounds wait for their delivery now.
  public let waitingCount: Int
  /// The time of all notifications, on the delivering thread.
  public let duration: Duration
  /// The cause of the commit, if causes are recorded.
  public let cause: Cause?

  /// The changed properties without the derived values, which follow from them.
  ///
  /// - Complexity: O(number of changes).
  public var writes: [SlotRead] { changes.filter { !$0.isDerived } }
}

extension Tree {
  /// Notifies the tree's observers that request rounds of a delivered one; called without the lock.
  func notifyObservers(
    of round: Round,
    _ changes: [SlotRead],
    notified: [(id: UInt64, site: ObserverSite)],
    since start: ContinuousClock.Instant
  ) {
    // A write of an equal value commits nothing visible.
    guard !changes.isEmpty || !round.departed.isEmpty else { return }
    lock.lock()
    let observers = observers
    let waiting = rounds.waitingCount
    let changeListeners = changeListeners.entries
    lock.unlock()
    let wanting = observers.filter(\.wantsRounds)
    guard !wanting.isEmpty else { return }
    let notified = notified.filter { call in !changeListeners.contains { $0.id == call.id } }
    let delivered = DeliveredRound(
      number: round.number,
      changes: changes,
      notificationCount: notified.count,
      observers: notified.map(\.site),
      removedCount: round.departed.count,
      waitingCount: waiting,
      duration: ContinuousClock.now - start,
      cause: round.cause
    )
    for observer in wanting { observer.didDeliver(delivered) }
  }
}

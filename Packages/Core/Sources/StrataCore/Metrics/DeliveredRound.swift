import StrataConcurrency

/// What came of one commit: who was told of what, and how long that took.
public struct DeliveredRound: Sendable {
  /// The round's number in its tree.
  public let number: UInt64
  /// The properties whose values differ from before.
  public let changes: [SlotRead]
  /// How many observers and trackers were told, each once for each property; those that record all
  /// changes are not counted.
  public let notificationCount: Int
  /// How many contexts the commit has removed.
  public let removedCount: Int
  /// How many rounds wait for their delivery now.
  public let waitingCount: Int
  /// How long it took to tell everyone, on the thread that delivers.
  public let duration: Duration
  /// What caused the commit, if causes are recorded.
  public let cause: Cause?
}

extension Tree {
  /// Tells the observers who want to know that a round has been delivered; called without the lock.
  func tellObservers(
    of round: Round,
    _ changes: [SlotRead],
    told: [UInt64],
    since start: ContinuousClock.Instant
  ) {
    // A write of an equal value commits nothing that anyone could see.
    guard !changes.isEmpty || !round.departed.isEmpty else { return }
    lock.lock()
    let observers = observers
    let waiting = rounds.waitingCount
    let recorders = recorders.entries
    lock.unlock()
    let wanting = observers.filter(\.wantsRounds)
    guard !wanting.isEmpty else { return }
    let delivered = DeliveredRound(
      number: round.number,
      changes: changes,
      notificationCount: told.count { id in !recorders.contains { $0.id == id } },
      removedCount: round.departed.count,
      waitingCount: waiting,
      duration: ContinuousClock.now - start,
      cause: round.cause
    )
    for observer in wanting { observer.didDeliver(delivered) }
  }
}

import StrataConcurrency

extension Context {
  /// Calls a closure that delivers an initial value to an observer, as a round of the tree would.
  ///
  /// Writes of the closure are delivered after it has returned, and count as caused by the call. A chain of rounds that
  /// begins in it is therefore limited and reported like any other. This thread also delivers the rounds of other
  /// threads meanwhile, which belong to no chain.
  ///
  /// The closure is only called, and begins no chain, in two cases. One is a context that is in no tree. The other is a
  /// tree whose rounds are being delivered or are queued. If this thread delivers them, the closure is part of a chain
  /// already. If another thread does, that thread delivers the closure's writes.
  ///
  /// - Parameter notify: Called once, outside all locks.
  public func deliverFirstValue(_ notify: () -> Void) {
    let lock = lock()
    let tree = tree
    guard !tree.isDetached, tree.beginTellingFirstValue() else {
      lock.unlock()
      return TrackingScope.suspended(notify)
    }
    lock.unlock()
    TrackingScope.suspended(notify)
    tree.endDelivering()
  }
}

extension Context {
  /// Calls a closure between two rounds, after those that are queued now.
  ///
  /// The delivery owner calls it, or this thread before the call returns, if no thread delivers. In a context that is
  /// in no tree it is called at once.
  ///
  /// - Parameter body: Called once, outside all locks.
  public func callInTurn(_ body: @escaping @Sendable () -> Void) {
    let lock = lock()
    let tree = tree
    guard !tree.isDetached else {
      lock.unlock()
      return TrackingScope.suspended(body)
    }
    tree.enqueue(isCaused: false, body)
    lock.unlock()
    tree.deliver()
  }
}

extension Tree {
  /// Queues a call; called with the lock held.
  ///
  /// - Parameters:
  ///   - isCaused: Whether the round that is being delivered has caused it.
  ///   - call: Called once, outside all locks, by the delivery owner.
  func enqueue(isCaused: Bool, _ call: @escaping () -> Void) {
    let number = nextRoundNumber()
    let round = Round(
      number: number,
      initiatingRound: isCaused && deliveredInitiator != Tree.noRound ? deliveredInitiator : number,
      changes: [],
      cause: nil,
      entries: [],
      departed: [],
      lastObserver: 0,
      call: call
    )
    lock.flagWord |= TreeFlags.queued
    _ = rounds.enqueue(round, isReady: true, isCaused: isCaused)
  }

  /// The number that stands for no round.
  static var noRound: UInt64 { 0 }

  /// Takes the role of delivery owner, if it is free and nothing is queued; called with the lock held.
  ///
  /// This uses up no round number, because nothing has changed.
  fileprivate func beginTellingFirstValue() -> Bool {
    guard lock.flagWord & (TreeFlags.delivering | TreeFlags.queued) == 0 else { return false }
    lock.flagWord |= TreeFlags.delivering
    deliveryOwner = .current
    deliveredInitiator = Tree.noRound
    deliveredRemovals = CalledCode.removalCount
    return true
  }
}

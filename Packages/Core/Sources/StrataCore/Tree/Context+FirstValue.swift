import StrataConcurrency

extension Context {
  /// Calls a closure that tells somebody the value of now, as if a round of the tree's told it.
  ///
  /// What the closure changes is told when it has returned, and counts as caused by the call: a chain of
  /// changes that begins in it is ended, and reported, where any other is. What other threads change
  /// meanwhile is delivered by this one, and is of no chain.
  ///
  /// The closure is only called, and begins no chain, in a context that is in no tree, and while rounds
  /// are delivered or wait for that: if this thread delivers them, it is part of a chain already; if
  /// another does, what the closure changes is told by that one.
  ///
  /// - Parameter tell: Called once, outside all locks.
  public func tellFirstValue(_ tell: () -> Void) {
    let lock = lock()
    let tree = tree
    guard !tree.isDetached, tree.beginTellingFirstValue() else {
      lock.unlock()
      return tell()
    }
    lock.unlock()
    tell()
    tree.endDelivering()
  }
}

extension Context {
  /// Calls a closure between two rounds, after those that are queued now.
  ///
  /// By the thread that delivers them, or by this one, before the call returns, if no thread does. In a
  /// context that is in no tree it is called at once.
  ///
  /// - Parameter body: Called once, outside all locks.
  public func callInTurn(_ body: @escaping @Sendable () -> Void) {
    let lock = lock()
    let tree = tree
    guard !tree.isDetached else {
      lock.unlock()
      return body()
    }
    tree.enqueue(body)
    lock.unlock()
    tree.deliver()
  }
}

extension Tree {
  /// Queues a call; called with the lock held.
  fileprivate func enqueue(_ call: @escaping () -> Void) {
    let number = nextRoundNumber()
    let round = Round(
      number: number,
      origin: number,
      changes: [],
      cause: nil,
      entries: [],
      departed: [],
      lastWatcher: 0,
      call: call
    )
    lock.attention |= Attention.queued
    _ = rounds.enqueue(round, isReady: true, isCaused: false)
  }

  /// Stands for no round.
  static var noRound: UInt64 { 0 }

  /// Takes the deliverer's role, if nobody has it and nothing is queued; called with the lock held.
  ///
  /// No number of a round is used up: nothing has changed.
  fileprivate func beginTellingFirstValue() -> Bool {
    guard lock.attention & (Attention.delivering | Attention.queued) == 0 else { return false }
    lock.attention |= Attention.delivering
    deliverer = .current
    deliveredOrigin = Tree.noRound
    return true
  }
}

import StrataConcurrency
import Synchronization

extension Tree {
  /// Queues a round; called with the lock held.
  func enqueue(
    _ changes: [any PendingChange],
    derived: consuming WatchedMarks = WatchedMarks(),
    logged: LoggedChanges? = nil,
    departed: [RemovalRecord] = [],
    isReady: Bool = true,
    isCaused: Bool? = nil
  ) -> RoundQueue<Round>.Ticket {
    var marks = WatchedMarks()
    for change in changes {
      change.context.forgetReads(ofSlotAt: change.slot)
      if change.isDerivedSource { marks.append(markDependents(of: change)) }
    }
    if !derived.isEmpty { marks.append(derived) }
    let number = nextRoundNumber()
    let cause = Cause.current
    let isCaused = isCaused ?? (deliveryOwner == .current)
    let initiatingRound =
      isCaused && deliveredInitiator != Tree.noRound ? deliveredInitiator : number
    let round = Round(
      number: number,
      initiatingRound: initiatingRound,
      changes: changes,
      marks: marks,
      cause: cause,
      entries: logged.map {
        makeEntries(
          $0,
          cause,
          initiatingRound: initiatingRound,
          departed: departed,
          isComplete: isReady
        )
      } ?? [],
      departed: departed,
      lastObserver: WatchList.lastID
    )
    lock.flagWord |= TreeFlags.queued
    return rounds.enqueue(round, isReady: isReady, isCaused: isCaused)
  }

  /// Delivers the queue, unless another thread does; called without the lock.
  ///
  /// If another thread delivers and the queue is long, waits until the queue is delivered or this thread is to deliver
  /// it.
  func deliver() {
    lock.lock()
    if lock.flagWord & TreeFlags.derived != 0 {
      lock.unlock()
      settleDependents()
      lock.lock()
    }
    guard lock.flagWord & TreeFlags.delivering == 0, rounds.beginDelivering() else {
      return leaveToDeliveryOwner()
    }
    deliveryOwner = .current
    lock.flagWord |= TreeFlags.delivering
    backlog.beginTurn()
    lock.unlock()
    drain()
  }

  /// Leaves the queue to the thread that delivers; called with the lock held, which it releases.
  private func leaveToDeliveryOwner() {
    guard lock.flagWord & TreeFlags.delivering != 0, let deliveryOwner, DeepStack.limit == 0 else {
      return lock.unlock()
    }
    let thread = LogicalThread.current
    let room = backlog.room(rounds.waitingCount, as: thread, for: deliveryOwner)
    lock.unlock()
    switch room {
    case .enough: return
    case .owe: ThreadCalls.current.owe(self) { self.waitForRoom() }
    case .wait(let waiter): if waiter.park() { drain() }
    }
  }

  /// Delivers round after round, then gives up the role of delivery owner or hands it to a waiting thread.
  ///
  /// The thread waits for no other queue meanwhile. A delivery on another path does not call this, because the call
  /// costs a fifteenth of it. The wait graph finds the cycles of such a delivery.
  fileprivate func drain() {
    let calls = ThreadCalls.current
    calls.begin()
    TrackingScope.suspended { deliverRounds() }
    calls.end()
  }

  private func deliverRounds() {
    while true {
      lock.lock()
      if let heir = backlog.takeHeir(rounds.waitingCount) {
        deliveryOwner = heir.thread
        lock.unlock()
        return heir.wakeHeir()
      }
      let step = rounds.next(limit: Tree.roundLimit)
      if case .done = step {
        deliveryOwner = nil
        lock.flagWord &= ~TreeFlags.delivering
        if rounds.isIdle { lock.flagWord &= ~TreeFlags.queued }
        let released = backlog.takeReleased(rounds.waitingCount, isOver: true)
        lock.unlock()
        return released.release()
      }
      if !rounds.isDeliveringCaused { backlog.noteServed() }
      if case .deliver(let round) = step {
        deliveredInitiator = round.initiatingRound
        deliveredRemovals = round.removals
      }
      let released = backlog.takeReleased(rounds.waitingCount, isOver: false)
      lock.unlock()
      released.release()
      switch step {
      case .done: return
      case .deliver(let round): deliver(round)
      case .breakCycle(let round): breakCycle(round)
      }
    }
  }

  private func deliver(_ round: Round) {
    if let call = round.call { return call() }
    let start = TreeObserving.isAnyWantingRounds ? ContinuousClock.now : nil
    var calls = calls(for: round)
    var significance = Significance()
    if !round.entries.isEmpty { notifyChangeLogs(of: round, &significance) }
    calls.notify(&significance, round: round.number, cause: round.cause)
    if let start {
      let found = calls.found(significance)
      notifyObservers(of: round, found.changes, notified: found.notified, since: start)
    }
    if !round.departed.isEmpty { structure.endLifetimes(of: round.departed, in: self) }
  }

  /// The observers to notify of a round, in the order in which they began; called without the lock.
  private func calls(for round: Round) -> RoundCalls {
    var calls = RoundCalls(round.changes, round.marks, lastObserver: round.lastObserver)
    lock.lock()
    let elsewhere = calls.addObservers(in: self)
    lock.unlock()
    for place in elsewhere {
      let change = round.changes[place]
      let lock = change.context.lock()
      calls.addObservers(of: change, place)
      lock.unlock()
    }
    calls.sort()
    return calls
  }

  private func breakCycle(_ round: Round) {
    if let call = round.call { return call() }
    let places =
      round.changes.map { $0.context.layout.place(of: $0.slot) }
      + round.marks.map { $0.node.context.layout.place(of: 0) }
    let sites = calls(for: round).sites
    // The line of an observer, because the chain's first write may have been long ago.
    Diagnostic.cycle(places, sites, limit: Tree.roundLimit).report(at: sites.first?.callSite)
    var significance = Significance()
    notifyChangeLogs(of: round, &significance)
    if !round.departed.isEmpty { structure.endLifetimes(of: round.departed, in: self) }
  }
}

extension Tree {
  /// Begins to deliver changes of derived values that skip the queue.
  ///
  /// Called with the lock held, when no thread delivers and nothing is queued.
  func beginDelivery(of marks: consuming WatchedMarks) {
    let number = beginInlineRound()
    guard marks.count == 1, let mark = marks.first, let facets = mark.node.context.facets else {
      var calls = RoundCalls([], marks, lastObserver: .max)
      _ = calls.addObservers(in: self)
      calls.sort()
      markedRound = .several(number, calls)
      return
    }
    markedRound = .one(number, mark, facets.watchLists[0].entries)
  }

  /// Notifies the observers of the changes given to ``beginDelivery(of:)``; called without the lock, by the delivery
  /// owner.
  func deliverMarked() {
    let outer = unsafe TrackingScope.suspend()
    switch markedRound.take() {
    case .one(let number, let mark, let entries):
      let cause = Cause.current
      var isDifferent: Bool?
      withExtendedLifetime(mark) {
        for entry in entries where isDifferent != false {
          mark.node.notify(entry, of: mark.uncounted, &isDifferent, round: number, cause: cause)
        }
      }
    case .several(let number, var calls):
      var significance = Significance()
      calls.notify(&significance, round: number, cause: Cause.current)
    case nil: break
    }
    unsafe TrackingScope.resume(outer)
    endDelivering()
  }

  /// Delivers the rounds queued meanwhile, and gives up a role that was taken without the queue.
  func endDelivering() {
    lock.lock()
    guard lock.flagWord & TreeFlags.queued != 0 else {
      endInlineRound()
      return lock.unlock()
    }
    rounds.resumeDelivering()
    backlog.beginTurn()
    lock.unlock()
    drain()
  }
}

extension Tree {
  /// Waits while the queue is long and another thread delivers it; may deliver it itself in the end.
  fileprivate func waitForRoom() {
    lock.lock()
    leaveToDeliveryOwner()
  }
}

/// Changes of derived values that are delivered at once, without entering the queue.
enum MarkedRound {
  /// The round's number, the value that may differ, and the observers to notify.
  case one(UInt64, WatchedMarks.Mark, ContiguousArray<WatchEntry>)
  /// The round's number, and the observers to notify of each value.
  case several(UInt64, RoundCalls)
}

@available(*, unavailable)
extension MarkedRound: Sendable {}

extension Context {
  /// Begins to deliver one change that skips the queue; called with the lock held, when no thread delivers and nothing
  /// is queued.
  ///
  /// - Returns: The round with the observers to notify.
  @usableFromInline
  func beginDelivery(of slot: Int) -> InlineRound {
    forgetReads(ofSlotAt: slot)
    return unsafe InlineRound(
      tree: treeReference,
      number: treeReference._withUnsafeGuaranteedRef { $0.beginInlineRound() },
      entries: facets?.beginTelling(slot) ?? UnsafeBufferPointer(start: nil, count: 0),
      isNotifying: facets != nil,
      isRecorded: treeReference._withUnsafeGuaranteedRef { $0.takeChangeListenersAlong() }
    )
  }

  /// Notifies the observers of a change that skipped the queue; called by the delivery owner.
  @usableFromInline
  func deliver(
    _ round: borrowing InlineRound,
    _ slot: Int,
    _ old: UnsafeRawPointer?,
    _ new: UnsafeRawPointer
  ) {
    let change = unsafe Change(
      context: self,
      slot: slot,
      round: round.number,
      cause: Cause.current,
      edits: nil,
      old: old,
      new: new
    )
    let outer = unsafe TrackingScope.suspend()
    if round.isRecorded {
      deliverRecorded(round, change)
    } else {
      unsafe WatchEntry.notify(round.entries, change)
    }
    unsafe TrackingScope.resume(outer)
  }

  /// Gives up the role of delivery owner, after the rounds queued meanwhile are delivered.
  @usableFromInline
  func endDelivery(of round: borrowing InlineRound) {
    let (isNotifying, isRecorded) = (round.isNotifying, round.isRecorded)
    // SAFETY: this context retains the trees it was in until it is released.
    unsafe round.tree._withUnsafeGuaranteedRef { tree in
      if isRecorded { tree.inlineChangeListeners = [] }
      tree.lock.lock()
      if guardLock.load(ordering: .relaxed) == tree.lock.bitPattern,
        tree.lock.flagWord & TreeFlags.queued == 0,
        !isNotifying || facets?.endTelling() ?? true
      {
        tree.endInlineRound()
        return tree.lock.unlock()
      }
      endDeliverySlowPath(in: tree, isNotifying: isNotifying)
    }
  }

  /// Gives up the role on the slow path; called with the lock of the round's tree held, which it releases.
  ///
  /// The path is for queued rounds, for observers that have come or gone meanwhile, and for a context that has joined
  /// another tree.
  private func endDeliverySlowPath(in tree: Tree, isNotifying: Bool) {
    let isHere = guardLock.load(ordering: .relaxed) == tree.lock.bitPattern
    var released = isHere && isNotifying ? facets?.endTellingChanged() : nil
    let isQueued = tree.lock.flagWord & TreeFlags.queued != 0
    if isQueued {
      tree.rounds.resumeDelivering()
      tree.backlog.beginTurn()
    } else {
      tree.endInlineRound()
    }
    tree.lock.unlock()
    if !isHere, isNotifying {
      let lock = lock()
      released = facets?.endTellingChanged()
      lock.unlock()
    }
    // Before the next round, as when the delivery owner retained the list.
    withExtendedLifetime(released) {}
    released = nil
    if isQueued { tree.drain() }
  }
}

extension Tree {
  /// Takes the role of delivery owner for one round; called with the lock held, when no thread delivers.
  ///
  /// - Returns: The round's number.
  @inline(__always)
  func beginInlineRound() -> UInt64 {
    lock.flagWord |= TreeFlags.delivering
    deliveryOwner = .current
    deliveredInitiator = nextRoundNumber()
    deliveredRemovals = CalledCode.removalCount
    return deliveredInitiator
  }

  /// Gives up the role; called with the lock held, when nothing is queued.
  @inline(__always)
  fileprivate func endInlineRound() {
    lock.flagWord &= ~TreeFlags.delivering
    deliveryOwner = nil
  }
}

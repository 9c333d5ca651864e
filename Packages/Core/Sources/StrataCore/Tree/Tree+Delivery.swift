import StrataConcurrency
import Synchronization

extension Tree {
  /// Queues a round; called with the lock held.
  func enqueue(
    _ changes: [any PendingChange],
    derived: consuming WatchedMarks = WatchedMarks(),
    journaled: JournaledChanges? = nil,
    departed: [Departure] = [],
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
    let isCaused = isCaused ?? (deliverer == .current)
    let origin = isCaused && deliveredOrigin != Tree.noRound ? deliveredOrigin : number
    let round = Round(
      number: number,
      origin: origin,
      changes: changes,
      marks: marks,
      cause: cause,
      entries: journaled.map {
        makeEntries($0, cause, origin: origin, departed: departed, isComplete: isReady)
      } ?? [],
      departed: departed,
      lastWatcher: WatchList.lastID
    )
    lock.attention |= Attention.queued
    return rounds.enqueue(round, isReady: isReady, isCaused: isCaused)
  }

  /// Delivers the queue, unless another thread does; called without the lock.
  ///
  /// If another thread delivers and the queue is long, waits until the queue is delivered or this thread is to deliver
  /// it.
  func deliver() {
    lock.lock()
    if lock.attention & Attention.derived != 0 {
      lock.unlock()
      settleDependents()
      lock.lock()
    }
    guard lock.attention & Attention.delivering == 0, rounds.beginDelivering() else {
      return leaveToDeliverer()
    }
    deliverer = .current
    lock.attention |= Attention.delivering
    backlog.beginTurn()
    lock.unlock()
    drain()
  }

  /// Leaves the queue to the thread that delivers; called with the lock held, which it releases.
  private func leaveToDeliverer() {
    guard lock.attention & Attention.delivering != 0, let deliverer, DeepStack.limit == 0 else {
      return lock.unlock()
    }
    let thread = LogicalThread.current
    let room = backlog.room(rounds.waitingCount, as: thread, for: deliverer)
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
    deliverRounds()
    calls.end()
  }

  private func deliverRounds() {
    while true {
      lock.lock()
      if let heir = backlog.takeHeir(rounds.waitingCount) {
        deliverer = heir.thread
        lock.unlock()
        return heir.wakeHeir()
      }
      let step = rounds.next(limit: Tree.roundLimit)
      if case .done = step {
        deliverer = nil
        lock.attention &= ~Attention.delivering
        if rounds.isIdle { lock.attention &= ~Attention.queued }
        let released = backlog.takeReleased(rounds.waitingCount, isOver: true)
        lock.unlock()
        return released.release()
      }
      if !rounds.isDeliveringCaused { backlog.noteServed() }
      if case .deliver(let round) = step { deliveredOrigin = round.origin }
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
    if !round.entries.isEmpty { tellJournals(of: round, &significance) }
    calls.tell(&significance, round: round.number, cause: round.cause)
    if let start {
      let found = calls.found(significance)
      tellObservers(of: round, found.changes, told: found.told, since: start)
    }
    if !round.departed.isEmpty { structure.endLives(of: round.departed, in: self) }
  }

  /// The observers to notify of a round, in the order in which they began; called without the lock.
  private func calls(for round: Round) -> RoundCalls {
    var calls = RoundCalls(round.changes, round.marks, lastWatcher: round.lastWatcher)
    lock.lock()
    let elsewhere = calls.addWatchers(in: self)
    lock.unlock()
    for place in elsewhere {
      let change = round.changes[place]
      let lock = change.context.lock()
      calls.addWatchers(of: change, place)
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
    let origins = calls(for: round).origins
    Complaint.cycle(places, origins, limit: Tree.roundLimit).report()
    var significance = Significance()
    tellJournals(of: round, &significance)
    if !round.departed.isEmpty { structure.endLives(of: round.departed, in: self) }
  }
}

extension Tree {
  /// Begins to deliver changes of derived values that skip the queue.
  ///
  /// Called with the lock held, when no thread delivers and nothing is queued.
  func beginDelivery(of marks: consuming WatchedMarks) {
    let number = beginInlineRound()
    guard marks.count == 1, let mark = marks.first, let parts = mark.node.context.parts else {
      var calls = RoundCalls([], marks, lastWatcher: .max)
      _ = calls.addWatchers(in: self)
      calls.sort()
      markedRound = .several(number, calls)
      return
    }
    markedRound = .one(number, mark, parts.watchLists[0].entries)
  }

  /// Notifies the observers of the changes given to ``beginDelivery(of:)``; called without the lock, by the delivery
  /// owner.
  func deliverMarked() {
    switch markedRound.take() {
    case .one(let number, let mark, let entries):
      let cause = Cause.current
      var isDifferent: Bool?
      for entry in entries where isDifferent != false {
        mark.node.notify(entry, of: mark, &isDifferent, round: number, cause: cause)
      }
    case .several(let number, var calls):
      var significance = Significance()
      calls.tell(&significance, round: number, cause: Cause.current)
    case nil: break
    }
    endDelivering()
  }

  /// Delivers the rounds queued meanwhile, and gives up a role that was taken without the queue.
  func endDelivering() {
    lock.lock()
    guard lock.attention & Attention.queued != 0 else {
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
    leaveToDeliverer()
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
      entries: parts?.beginTelling(slot) ?? UnsafeBufferPointer(start: nil, count: 0),
      isTelling: parts != nil,
      isRecorded: treeReference._withUnsafeGuaranteedRef { $0.takeRecordersAlong() }
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
    if round.isRecorded { return deliverRecorded(round, change) }
    unsafe WatchEntry.tell(round.entries, change)
  }

  /// Gives up the role of delivery owner, after the rounds queued meanwhile are delivered.
  @usableFromInline
  func endDelivery(of round: borrowing InlineRound) {
    let (isTelling, isRecorded) = (round.isTelling, round.isRecorded)
    // SAFETY: this context retains the trees it was in until it is released.
    unsafe round.tree._withUnsafeGuaranteedRef { tree in
      if isRecorded { tree.inlineRecorders = [] }
      tree.lock.lock()
      if guardLock.load(ordering: .relaxed) == tree.lock.bitPattern,
        tree.lock.attention & Attention.queued == 0,
        !isTelling || parts?.endTelling() ?? true
      {
        tree.endInlineRound()
        return tree.lock.unlock()
      }
      endUnusualDelivery(in: tree, isTelling: isTelling)
    }
  }

  /// Gives up the role on the slow path; called with the lock of the round's tree held, which it releases.
  ///
  /// The path is for queued rounds, for observers that have come or gone meanwhile, and for a context that has joined
  /// another tree.
  private func endUnusualDelivery(in tree: Tree, isTelling: Bool) {
    let isHere = guardLock.load(ordering: .relaxed) == tree.lock.bitPattern
    var released = isHere && isTelling ? parts?.endTellingChanged() : nil
    let isQueued = tree.lock.attention & Attention.queued != 0
    if isQueued {
      tree.rounds.resumeDelivering()
      tree.backlog.beginTurn()
    } else {
      tree.endInlineRound()
    }
    tree.lock.unlock()
    if !isHere, isTelling {
      let lock = lock()
      released = parts?.endTellingChanged()
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
    lock.attention |= Attention.delivering
    deliverer = .current
    deliveredOrigin = nextRoundNumber()
    return deliveredOrigin
  }

  /// Gives up the role; called with the lock held, when nothing is queued.
  @inline(__always)
  fileprivate func endInlineRound() {
    lock.attention &= ~Attention.delivering
    deliverer = nil
  }
}

import StrataConcurrency
import Synchronization

extension Tree {
  /// Queues a round; called with the lock held.
  func enqueue(
    _ changes: [any PendingChange],
    derived: [any PendingChange] = [],
    journaled: JournaledChanges? = nil,
    departed: [Departure] = [],
    isReady: Bool = true,
    isCaused: Bool? = nil
  ) -> RoundQueue<Round>.Ticket {
    var changes = changes
    for change in changes {
      change.context.forgetReads(ofSlotAt: change.slot)
      if change.isDerivedSource { changes += markDependents(of: change) }
    }
    changes += derived
    let number = nextRoundNumber()
    let cause = Cause.current
    let isCaused = isCaused ?? (deliverer == .current)
    let origin = isCaused && deliveredOrigin != Tree.noRound ? deliveredOrigin : number
    let round = Round(
      number: number,
      origin: origin,
      changes: changes,
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

  /// Delivers what is queued, unless another thread is at it; called without the lock.
  ///
  /// While another is at it and much is queued, waits until that is delivered or this thread's to deliver.
  func deliver() {
    lock.lock()
    if lock.attention & Attention.derived != 0 {
      lock.unlock()
      settleDerived()
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

  /// Leaves what is queued to the thread that delivers; called with the lock held, which is given back.
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

  /// Delivers round after round, then gives the deliverer's role back, or hands it to a thread that waits.
  ///
  /// The thread waits for no other queue meanwhile. A delivery that does not come here carries no such mark,
  /// for the mark costs a fifteenth of it; the wait graph finds the circles in which it stands.
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
    let calls = calls(for: round)
    var significance = Significance()
    if !round.entries.isEmpty { tellJournals(of: round, &significance) }
    Self.tell(calls, &significance, round: round.number, cause: round.cause)
    if let start {
      let changes = round.changes.filter { significance.isFound($0) }
        .map { SlotRead(context: $0.context, slot: $0.slot) }
      let told = calls.filter { significance.isFound($0.change) }
      tellObservers(of: round, changes, told: told.map(\.entry.id), since: start)
    }
    Departure.conclude(round.departed, of: self)
  }

  /// Tells watchers, in the order of the calls.
  private static func tell(
    _ calls: [Call],
    _ significance: inout Significance,
    round: UInt64,
    cause: Cause?
  ) {
    var told: Int?
    for (index, call) in calls.enumerated() {
      guard significance.of(call.change), let watcher = call.entry.watcher else { continue }
      if let told, calls[told].entry.id != call.entry.id {
        calls[told].entry.watcher?.endRound(round)
      }
      told = index
      call.change.tell(watcher, round: round, cause: cause)
    }
    if let told { calls[told].entry.watcher?.endRound(round) }
  }

  /// One watcher to be told of one change.
  struct Call {
    let entry: WatchEntry
    let change: any PendingChange
    /// The change's place in its round.
    let place: Int
  }

  /// Whom to tell of a round's changes, in the order in which they started to watch; called without
  /// the lock.
  private func calls(for round: Round) -> [Call] {
    lock.lock()
    var list = CallList(lastWatcher: round.lastWatcher)
    let elsewhere = add(round.changes, to: &list)
    lock.unlock()
    for place in elsewhere {
      let change = round.changes[place]
      let lock = change.context.lock()
      list.addWatchers(of: change, place)
      lock.unlock()
    }
    return list.sorted()
  }

  /// Whom to tell of changes of derived values, in the order in which they started to watch; called with
  /// the lock held.
  private func calls(for marks: WatchedMarks) -> [Call] {
    var list = CallList(lastWatcher: .max)
    _ = add(marks.changes, to: &list)
    return list.sorted()
  }

  /// Adds those who are to be told of changes; called with the lock held.
  ///
  /// - Returns: The places of the changes of contexts that have joined another tree meanwhile, whose lock
  ///   guards who watches them.
  private func add(_ changes: [any PendingChange], to list: inout CallList) -> [Int] {
    var elsewhere: [Int] = []
    list.reserve(changes.count)
    for (place, change) in changes.enumerated() {
      // A derived value is not state: recorders are told of what it is derived from.
      let isRecorded =
        !change.isOfDerivedValue && !recorders.isEmpty
        && change.context.layout.cell?.family.isRecorded ?? true
      if isRecorded { for entry in recorders.entries { list.add(entry, change, place) } }
      if change.context.guardLock.load(ordering: .relaxed) == lock.bitPattern {
        list.addWatchers(of: change, place)
      } else {
        elsewhere.append(place)
      }
    }
    return elsewhere
  }

  /// Whom to tell of what, while it is collected.
  private struct CallList {
    /// Who has begun to watch later is not told.
    let lastWatcher: UInt64
    private var calls: [Call] = []
    // Most have been told of in order.
    private var isSorted = true
    private var last: UInt64 = 0

    init(lastWatcher: UInt64) { self.lastWatcher = lastWatcher }

    mutating func reserve(_ count: Int) { calls.reserveCapacity(count) }

    mutating func add(_ entry: WatchEntry, _ change: any PendingChange, _ place: Int) {
      guard entry.id <= lastWatcher else { return }
      if entry.id < last { isSorted = false }
      last = entry.id
      calls.append(Call(entry: entry, change: change, place: place))
    }

    /// Adds those who watch what has changed; called with the lock of its context held.
    mutating func addWatchers(of change: any PendingChange, _ place: Int) {
      guard let parts = change.context.parts, change.slot < parts.watchLists.count else { return }
      for entry in parts.watchLists[change.slot].entries { add(entry, change, place) }
    }

    consuming func sorted() -> [Call] {
      if !isSorted { calls.sort { ($0.entry.id, $0.place) < ($1.entry.id, $1.place) } }
      return calls
    }
  }

  private func breakCycle(_ round: Round) {
    if let call = round.call { return call() }
    let calls = calls(for: round)
    let places = round.changes.map { $0.context.layout.place(of: $0.slot) }
    let origins = calls.compactMap(\.entry.watcher?.origin)
    Complaint.cycle(places, origins, limit: Tree.roundLimit).report()
    var significance = Significance()
    tellJournals(of: round, &significance)
    Departure.conclude(round.departed, of: self)
  }
}

extension Tree {
  /// Takes the deliverer's role for changes of derived values that do not enter the queue; called with
  /// the lock held, when nobody delivers and nothing is queued.
  func beginDelivery(of marks: WatchedMarks) {
    let number = beginInlineRound()
    guard marks.others.isEmpty, let mark = marks.first, let parts = mark.cell.context.parts else {
      let calls = calls(for: marks)
      markedRound = .several(number, calls)
      return
    }
    markedRound = .one(number, mark, parts.watchLists[0].entries)
  }

  /// Tells the watchers of what ``beginDelivery(of:)`` was given; called without the lock, by the
  /// deliverer.
  func deliverMarked() {
    switch markedRound.take() {
    case .one(let number, let mark, let entries):
      let isTold = mark.cell.updateForWatchers(since: mark.formerVersion)
      let cause = isTold ? Cause.current : nil
      for entry in entries where isTold {
        if let watcher = entry.watcher { mark.cell.tell(watcher, round: number, cause: cause) }
      }
    case .several(let number, let calls):
      var significance = Significance()
      Self.tell(calls, &significance, round: number, cause: Cause.current)
    case nil: break
    }
    endDelivering()
  }

  /// Delivers what has been queued meanwhile, and gives back a role that was taken without the queue.
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
  /// Waits while many rounds wait and another thread delivers them; may deliver them itself in the end.
  fileprivate func waitForRoom() {
    lock.lock()
    leaveToDeliverer()
  }
}

/// Changes of derived values that are delivered at once, without entering the queue.
enum MarkedRound {
  /// The round's number, what may differ, and whom to tell.
  case one(UInt64, WatchedMarks.Mark, ContiguousArray<WatchEntry>)
  /// The round's number, and whom to tell of what.
  case several(UInt64, [Tree.Call])
}

@available(*, unavailable)
extension MarkedRound: Sendable {}

extension Context {
  /// Takes the deliverer's role for one change that does not enter the queue; called with the lock
  /// held, when nobody delivers and nothing is queued.
  ///
  /// - Returns: Whom to tell.
  @usableFromInline
  func beginDelivery(of slot: Int) -> InlineRound {
    forgetReads(ofSlotAt: slot)
    return unsafe InlineRound(
      tree: treeReference,
      number: treeReference._withUnsafeGuaranteedRef { $0.beginInlineRound() },
      entries: parts?.beginTelling(slot) ?? UnsafeBufferPointer(start: nil, count: 0)
    )
  }

  /// Tells watchers of a change that did not enter the queue; called by the deliverer.
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
    unsafe WatchEntry.tell(round.entries, change)
  }

  /// Gives the deliverer's role back, after what others have queued meanwhile is delivered.
  @usableFromInline
  func endDelivery(of round: borrowing InlineRound) {
    // SAFETY: this context keeps the trees it was in until it is gone.
    unsafe round.tree._withUnsafeGuaranteedRef { tree in
      tree.lock.lock()
      if guardLock.load(ordering: .relaxed) == tree.lock.bitPattern,
        tree.lock.attention & Attention.queued == 0, parts?.endTelling() ?? true
      {
        tree.endInlineRound()
        return tree.lock.unlock()
      }
      endUnusualDelivery(in: tree)
    }
  }

  /// Gives the deliverer's role back when rounds wait, when watchers have come or gone meanwhile, or when
  /// the context has joined another tree; called with the lock of the round's tree held, which is given
  /// back.
  private func endUnusualDelivery(in tree: Tree) {
    let isHere = guardLock.load(ordering: .relaxed) == tree.lock.bitPattern
    var released = isHere ? parts?.endTellingChanged() : nil
    let isQueued = tree.lock.attention & Attention.queued != 0
    if isQueued {
      tree.rounds.resumeDelivering()
      tree.backlog.beginTurn()
    } else {
      tree.endInlineRound()
    }
    tree.lock.unlock()
    if !isHere {
      let lock = lock()
      released = parts?.endTellingChanged()
      lock.unlock()
    }
    // Before the next round, as when the deliverer held the list.
    withExtendedLifetime(released) {}
    released = nil
    if isQueued { tree.drain() }
  }
}

extension Tree {
  /// - Returns: The round's number.
  @inline(__always)
  fileprivate func beginInlineRound() -> UInt64 {
    lock.attention |= Attention.delivering
    deliverer = .current
    deliveredOrigin = nextRoundNumber()
    return deliveredOrigin
  }

  /// Gives the role back; called with the lock held, when nothing is queued.
  @inline(__always)
  fileprivate func endInlineRound() {
    lock.attention &= ~Attention.delivering
    deliverer = nil
  }
}

import StrataConcurrency

extension Context {
  /// Runs a closure whose writes to this tree become visible to other threads all at once.
  ///
  /// Until the outermost transaction ends, other threads read the values from before without
  /// waiting, and wait when they write a property that the transaction has written. Notifications
  /// come after the end, one per property that differs from before. The closure itself sees its own
  /// writes. A transaction inside a transaction of the same tree is part of it. Children that
  /// the closure adds or removes begin or end their lives at the end.
  ///
  /// Writes to another tree are not part of the transaction.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. What it wrote before that stays written and is delivered: there
  ///   is no rollback.
  public func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tree = beginTransaction()
    defer { tree?.endTransaction() }
    return try body()
  }

  /// Opens a level of the tree's transaction.
  ///
  /// - Returns: The tree, or `nil` for a context in no tree, which nobody else watches.
  private func beginTransaction() -> Tree? {
    let thread = ThreadIdentity.current
    while true {
      let lock = lock()
      let tree = tree
      guard !tree.isDetached else {
        lock.unlock()
        return nil
      }
      switch tree.transaction.enter(thread) {
      case .outermost:
        lock.attention |= Attention.transaction
        lock.unlock()
        ThreadCalls.current.begin()
        return tree
      case .nested:
        lock.unlock()
        return tree
      case .wait(let owner):
        tree.sleep(for: owner, at: "a transaction of \(layout.name)")
      }
    }
  }
}

extension Tree {
  /// Closes a level of the transaction; the outermost commits.
  func endTransaction() {
    lock.lock()
    guard transaction.isOutermost else {
      _ = transaction.leave(.current)
      return lock.unlock()
    }
    let structural =
      log.isWithdrawn
      ? [] : log.changes.filter { $0.context.layout.slots[$0.slot].isStructural }
    lock.unlock()
    var settlement = Settlement()
    // The slots are still held, so no other thread touches them while identities, which are user
    // code, are compared outside the lock.
    for change in structural { change.compareStructure(&settlement) }
    noteClaims(in: structural, &settlement)
    lock.lock()
    let (log, released) = releaseHeldSlots()
    var leftovers = released
    let changes = log.isWithdrawn ? [] : log.changes
    let derived = releaseTouchedCells(&leftovers)
    _ = transaction.leave(.current)
    lock.attention &= ~Attention.transaction
    let waiters = takeAllWaiters()
    // Before anything loses its place: a journal takes what has left by this commit, too.
    let journaled = journals.isEmpty || log.isWithdrawn ? nil : sortForJournals(log)
    settle(structural, &settlement)
    let heard =
      changes.filter { $0.context.phase.isLive && isObserved($0.context, $0.slot) }
      + settlement.takeSignals()
    if !heard.isEmpty || !derived.isEmpty || journaled != nil || !settlement.departed.isEmpty {
      settlement.journaled = journaled
      settlement.ticket = enqueue(
        heard,
        derived: derived,
        journaled: journaled,
        departed: settlement.departed,
        isReady: settlement.isEmpty
      )
    }
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((log, leftovers)) {}
    let calls = ThreadCalls.current
    calls.endWithoutWaiting()
    finish(settlement)
    calls.waitIfDue()
  }

  /// Shows what the transaction has written to everyone; called with the lock held.
  ///
  /// - Returns: What was written, and what to release when the lock is given back.
  private func releaseHeldSlots() -> (TransactionLog, [Any]) {
    let log = log.take()
    var leftovers: [Any] = []
    for change in log.changes {
      let context = change.context
      unsafe context.headers[change.slot].flags.remove(.held)
      let flags = unsafe context.headers[change.slot].flags
      // Those that had read it have let go of it meanwhile.
      if !flags.contains(.derived) { context.forgetCommittedVersion(ofSlotAt: change.slot) }
      if flags.contains(.stale) {
        // Its context has left the tree meanwhile, and has left the slot to us.
        if let leftover = context.releaseValue(ofSlotAt: change.slot) {
          leftovers.append(leftover)
        }
      } else if !flags.isDisjoint(with: .heard) || !recorders.isEmpty || !journals.isEmpty {
        change.captureNewValue()
      }
    }
    return (log, leftovers)
  }

  /// Makes the tree agree with the structural slots that the transaction has written; called with
  /// the lock held.
  ///
  /// Everything that leaves loses its old place before anything gets a new one, and only what has
  /// no place then is ended: so a context may move from any slot to any other and keep its life.
  private func settle(_ structural: [any PendingChange], _ settlement: inout Settlement) {
    for change in structural {
      guard let edits = change.edits else { continue }
      change.context.drop(edits.removed, slot: change.slot, &settlement)
    }
    for change in structural {
      guard let edits = change.edits else { continue }
      settlement.take(edits.handles)
      change.context.adopt(edits.added, slot: change.slot, &settlement)
    }
    settlement.sealOrphans()
  }

  /// Whether anyone wants to know of changes of a slot.
  func isHeard(_ context: Context, _ slot: Int) -> Bool {
    isObserved(context, slot) || (!journals.isEmpty && isJournaled(context, slot))
  }

  /// Whether a watcher wants to know of changes of a slot.
  func isObserved(_ context: Context, _ slot: Int) -> Bool {
    unsafe !context.headers[slot].flags.isDisjoint(with: .heard) || !recorders.isEmpty
  }
}

extension PendingChange {
  /// Finds out which contexts a structural slot has lost and gained; called without the lock by the
  /// thread that holds the slot.
  fileprivate func compareStructure(_ settlement: inout Settlement) {
    guard context.isLive else { return }
    let operations = context.layout.slots[slot].operations
    var edits =
      isRestored
      ? ContinuationByIdentity.suspend { operations.reconcile(context, slot: slot) }
      : operations.reconcile(context, slot: slot)
    edits.prepareToJoin(context, slot: slot, &settlement)
    self.edits = edits
  }
}

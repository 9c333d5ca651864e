import StrataConcurrency

extension Context {
  /// Runs a closure whose writes to this tree become visible to other threads all at once.
  ///
  /// Until the outermost transaction ends, other threads read the previous values without waiting. They wait when they
  /// write a property that the transaction has written. Notifications come after the end, one per property that
  /// differs. The closure itself sees its own writes. A transaction inside a transaction of the same tree is part of
  /// it. Children that the closure adds or removes join or leave at the end.
  ///
  /// Writes to another tree are not part of the transaction.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws. There is no rollback. The writes before the error stay and are delivered.
  public func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tree = beginTransaction()
    defer { tree?.endTransaction() }
    return try body()
  }

  /// Runs a transaction, and publishes what it belongs to before its notifications begin.
  ///
  /// For an owner that keeps other threads from a value of its own, and counts the changes of that value in this tree.
  /// An evaluation that has read the former value then knows that it was overtaken before any thread reads the new one.
  ///
  /// - Parameters:
  ///   - body: Writes to this tree.
  ///   - publish: Lets other threads read the owner's value. It is called once, after the commit and outside the lock;
  ///     in a transaction of this thread, at the end of `body`.
  @_spi(Strata)
  public func transaction(_ body: () -> Void, thenPublishing publish: () -> Void) {
    let tree = beginTransaction()
    body()
    if let tree { tree.endTransaction(publish) } else { publish() }
  }

  /// Opens a level of the tree's transaction.
  ///
  /// - Returns: The tree, or `nil` for a context in no tree, which no other thread observes.
  private func beginTransaction() -> Tree? {
    let thread = ThreadIdentity.current
    while true {
      let lock = lock()
      let (own, former) = (tree, tree.isDetached ? treeLeftBefore : nil)
      guard !own.isDetached || former != nil else {
        lock.unlock()
        return nil
      }
      if let former {
        // Another thread is just moving this context into a tree, usually the one that it has left.
        lock.unlock()
        former.lock.lock()
      }
      let tree = former ?? own
      switch tree.transaction.enter(thread) {
      case .outermost:
        tree.lock.attention |= Attention.transaction
        tree.lock.unlock()
        ThreadCalls.current.begin()
        return tree
      case .nested:
        tree.lock.unlock()
        return tree
      case .wait(let owner):
        tree.sleep(for: owner, at: "a transaction of \(layout.name)")
      }
    }
  }
}

extension Tree {
  /// Closes a level of the transaction; the outermost commits.
  ///
  /// - Parameter publish: Called before the notifications.
  func endTransaction(_ publish: () -> Void = {}) {
    lock.lock()
    guard transaction.isOutermost else {
      _ = transaction.leave(.current)
      lock.unlock()
      return publish()
    }
    if let log = commitUnheard() {
      lock.unlock()
      publish()
      withExtendedLifetime(log) {}
      let calls = ThreadCalls.current
      calls.endWithoutWaiting()
      return calls.waitIfDue()
    }
    let replaced = takeBackHalves()
    let structural =
      log.isWithdrawn
      ? [] : log.changes.filter { $0.context.layout.slots[$0.slot].isStructural }
    lock.unlock()
    withExtendedLifetime(replaced) {}
    var settlement = Settlement()
    // The transaction still locks the slots. No other thread touches them while identities, which are user code, are
    // compared outside the lock.
    for change in structural { change.compareStructure(&settlement) }
    noteClaims(in: structural, &settlement)
    lock.lock()
    let (log, released) = releaseHeldSlots()
    var leftovers = released
    let changes = log.isWithdrawn ? [] : log.changes
    let derived = releaseTouched(&leftovers)
    _ = transaction.leave(.current)
    lock.attention &= ~Attention.transaction
    let waiters = takeAllWaiters()
    // Before any context loses its position, because a change log also takes contexts that leave by this commit.
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
    publish()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((log, leftovers)) {}
    let calls = ThreadCalls.current
    calls.endWithoutWaiting()
    finish(settlement)
    calls.waitIfDue()
  }

  /// Commits a transaction that has written plain values alone, if no observer, derived value, change log or waiting
  /// thread wants to know; called with the lock held.
  ///
  /// - Returns: The writes with the previous values, to be released without the lock; `nil` if nothing was done.
  private func commitUnheard() -> TransactionLog? {
    guard recorders.isEmpty, journals.isEmpty, lock.attention & Attention.waiters == 0,
      touchedNodes.isEmpty, postponedMarks.isEmpty, log.hasWritesAlone
    else { return nil }
    for change in log.changes {
      guard unsafe change.context.headers[change.slot].flags == .held else { return nil }
    }
    for change in log.changes {
      unsafe change.context.headers[change.slot].flags = []
      change.context.forgetCommittedVersion(ofSlotAt: change.slot)
    }
    _ = transaction.leave(.current)
    lock.attention &= ~Attention.transaction
    return log.take()
  }

  /// Reverts the transaction's writes to contexts that have left the tree, once a write was rejected; called with the
  /// lock held.
  ///
  /// Of writes that belong together, either all or none remain, also when a history restores the context. Writes to
  /// contexts that stay alive remain.
  ///
  /// - Returns: The values to release after the lock.
  private func takeBackHalves() -> [Any] {
    guard !log.refusing.isEmpty else { return [] }
    return log.changes.compactMap { change in
      let context = change.context
      guard context.tree === self,
        !context.phase.isLive || log.refusing[ObjectIdentifier(context)] != nil
      else { return nil }
      return change.takeBack()
    }
  }

  /// Makes the transaction's writes visible to all threads; called with the lock held.
  ///
  /// - Returns: The writes, and the values to release after the lock.
  private func releaseHeldSlots() -> (TransactionLog, [Any]) {
    let log = log.take()
    var leftovers: [Any] = []
    for change in log.changes {
      let context = change.context
      unsafe context.headers[change.slot].flags.remove(.held)
      let flags = unsafe context.headers[change.slot].flags
      // No commit decides the version, because the dependents have dropped it or nothing is committed.
      if log.isWithdrawn || !flags.contains(.derived) {
        context.forgetCommittedVersion(ofSlotAt: change.slot)
      }
      if flags.contains(.stale) {
        // Its context has left the tree meanwhile, and has left the slot to this thread.
        if let leftover = context.releaseValue(ofSlotAt: change.slot) {
          leftovers.append(leftover)
        }
      } else if !flags.isDisjoint(with: .heard) || !recorders.isEmpty || !journals.isEmpty {
        change.captureNewValue()
      }
    }
    return (log, leftovers)
  }

  /// Makes the tree agree with the structural slots that the transaction has written; called with the lock held.
  ///
  /// Every removed context loses its old position before any context gets a new one. Only contexts without a position
  /// then are ended. A context may therefore move from any slot to any other and stay alive.
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

  /// Whether a slot's changes have an observer or a change log.
  func isHeard(_ context: Context, _ slot: Int) -> Bool {
    isObserved(context, slot) || (!journals.isEmpty && isJournaled(context, slot))
  }

  /// Whether a slot's changes have an observer.
  func isObserved(_ context: Context, _ slot: Int) -> Bool {
    unsafe !context.headers[slot].flags.isDisjoint(with: .heard) || !recorders.isEmpty
  }
}

extension PendingChange {
  /// Compares a structural slot with its previous contexts; called without the lock by the thread whose transaction
  /// locks the slot.
  fileprivate func compareStructure(_ settlement: inout Settlement) {
    guard context.isLive else { return }
    let operations = context.layout.slots[slot].operations
    if isTakenBack, let container = operations as? any ContainerOperations.Type {
      container.noteReplacement(context, slot)
    }
    var edits =
      isRestored
      ? ContinuationByIdentity.suspend { operations.reconcile(context, slot: slot) }
      : operations.reconcile(context, slot: slot)
    edits.prepareToJoin(context, slot: slot, &settlement)
    self.edits = edits
  }
}

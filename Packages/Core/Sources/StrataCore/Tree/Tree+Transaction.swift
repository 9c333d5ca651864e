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
        tree.lock.flagWord |= TreeFlags.transaction
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
    if isUnheard { return endUnheard(publish) }
    var plain = PlainWrites()
    let replaced = takeBackHalves()
    let structural =
      log.isWithdrawn
      ? [] : log.changes.filter { $0.context.layout.slots[$0.slot].isStructural }
    lock.unlock()
    withExtendedLifetime(replaced) {}
    let structure = structural.isEmpty ? nil : self.structure.init()
    // The transaction still locks the slots. No other thread touches them while identities, which are user code, are
    // compared outside the lock.
    structure?.compare(structural, in: self)
    lock.lock()
    let (log, released) = releaseHeldSlots(&plain)
    var leftovers = released
    let changes = log.isWithdrawn ? [] : log.changes
    let derived = releaseTouched(&leftovers)
    _ = transaction.leave(.current)
    lock.flagWord &= ~TreeFlags.transaction
    let waiters = takeAllWaiters()
    // Before any context loses its position, because a change log also takes contexts that leave by this commit.
    let logged = changeLogs.isEmpty || log.isWithdrawn ? nil : sortForChangeLogs(log)
    structure?.settle(structural)
    var heard = changes.filter { $0.context.phase.isLive && isObserved($0.context, $0.slot) }
    if let structure { heard += structure.takeSignals() }
    let departed = structure?.departed ?? []
    if !departed.isEmpty { enqueueRereads(of: changes, derived) }
    var ticket: RoundQueue<Round>.Ticket?
    if !heard.isEmpty || !derived.isEmpty || logged != nil || !departed.isEmpty {
      ticket = enqueue(
        heard,
        derived: derived,
        logged: logged,
        departed: departed,
        isReady: structure?.isEmpty ?? true
      )
    }
    lock.unlock()
    publish()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((log, leftovers)) {}
    _ = consume plain
    let calls = ThreadCalls.current
    calls.endWithoutWaiting()
    structure?.finish(in: self, ticket, logged)
    if structure == nil, ticket != nil { deliver() }
    calls.waitIfDue()
  }

  /// Whether a transaction has written plain values alone, and no observer, derived value, change log or waiting thread
  /// wants to know; called with the lock held.
  private var isUnheard: Bool {
    guard changeListeners.isEmpty, changeLogs.isEmpty, lock.flagWord & TreeFlags.waiters == 0,
      touchedNodes.isEmpty, postponedMarks.isEmpty, log.hasWritesAlone, plainWrites.areUnheard
    else { return false }
    for change in log.changes {
      guard unsafe change.context.headers[change.slot].flags == .held else { return false }
    }
    return true
  }

  /// Commits a transaction that is unheard; called with the lock held, which it releases.
  private func endUnheard(_ publish: () -> Void) {
    plainWrites.giveFree()
    for change in log.changes {
      unsafe change.context.headers[change.slot].flags = []
      change.context.forgetCommittedVersion(ofSlotAt: change.slot)
    }
    _ = transaction.leave(.current)
    lock.flagWord &= ~TreeFlags.transaction
    // Nothing of an empty log has to be released, and taking it costs as much as two lock pairs.
    let log = log.isEmpty ? nil : log.take()
    PlainWrites.releaseOwners(in: self) {
      lock.unlock()
      publish()
      withExtendedLifetime(log) {}
    }
    let calls = ThreadCalls.current
    calls.endWithoutWaiting()
    calls.waitIfDue()
  }

  /// Records in this thread's open transaction, if it has one here, that a context has rejected a write; called without
  /// the lock.
  func noteRejectedWrite(by context: Context) {
    lock.lock()
    if transaction.owner == .current { log.noteRejection(by: context) }
    lock.unlock()
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
    boxPlainWrites()
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
  /// - Parameter plain: Receives the writes without an observer.
  /// - Returns: The other writes, and the values to release after the lock.
  private func releaseHeldSlots(_ plain: inout PlainWrites) -> (TransactionLog, [Any]) {
    if changeListeners.isEmpty, changeLogs.isEmpty, log.hasWritesAlone, plainWrites.areUnheard {
      plainWrites.giveFree()
      swap(&plain, &plainWrites)
    } else {
      boxPlainWrites()
    }
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
      } else if !flags.isDisjoint(with: .heard) || !changeListeners.isEmpty || !changeLogs.isEmpty {
        change.captureNewValue()
      }
    }
    return (log, leftovers)
  }

  /// Whether a slot's changes have an observer or a change log.
  func isHeard(_ context: Context, _ slot: Int) -> Bool {
    isObserved(context, slot) || (!changeLogs.isEmpty && isLogged(context, slot))
  }

  /// Whether a slot's changes have an observer.
  func isObserved(_ context: Context, _ slot: Int) -> Bool {
    unsafe !context.headers[slot].flags.isDisjoint(with: .heard) || !changeListeners.isEmpty
  }
}

public import StrataConcurrency

// Reads of values that are not known to be valid, or not cached at all.

extension Derived {
  /// The outcome without a node, during a transaction, or for an owner that is not alive; called with the lock held,
  /// which it releases.
  @usableFromInline
  func unusualOutcome(_ lock: LockReference) -> Result<Value, Failure> {
    guard keepsValues(lock) else {
      let body = computation.body.map(Computation<Value, Failure>.typed)
      lock.unlock()
      return computed(body)
    }
    let (cell, former) = liveCell()
    if let former {
      lock.unlock()
      former.end()
      return outcome
    }
    if let content = cell.currentContent() {
      lock.unlock()
      return content
    }
    return content(of: cell, after: .walked(DerivedWalk.update(cell)))
  }

  // Inlined as `outcome` is, because a value of the root's handle is read in this way after each change.
  /// The outcome, computed if necessary by a closure of the reader.
  ///
  /// - Parameters:
  ///   - isKept: Whether the closure may be stored as long as the value. A closure that retains the tree may not, and
  ///     is available only during reads and observations.
  ///   - body: The closure.
  /// - Returns: The value or error of the computation.
  @inlinable
  package func outcome(
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Result<Value, Failure>
  ) -> Result<Value, Failure> {
    let lock = owner.lock()
    guard let cell = cellReference, isPlain(lock) else {
      return unusualOutcome(lock, isKept: isKept, computedBy: body)
    }
    // SAFETY: the node lives as long as the handle.
    return unsafe cell._withUnsafeGuaranteedRef { cell in
      guard cell.life == owner.parts?.life ?? 0 else {
        return unusualOutcome(lock, isKept: isKept, computedBy: body)
      }
      // An observed value needs a closure from now on.
      guard !cell.condition.isEmpty || !cell.isSelfSufficient else {
        if TrackingScope.isAnyOpen { TrackingScope.note(cell) }
        let content = unsafe cell.content.pointee
        lock.unlock()
        return content
      }
      cell.beginLoan(Computation<Value, Failure>.Body(body), isKept: isKept)
      let refresh = cell.refresh()
      guard case .current = refresh else { return contentOfLoan(of: cell, after: refresh) }
      if TrackingScope.isAnyOpen { TrackingScope.note(cell) }
      let content = unsafe cell.content.pointee
      let unused = cell.endLoan()
      lock.unlock()
      withExtendedLifetime(unused) {}
      return content
    }
  }

  /// The outcome without a node, or during a transaction, computed if necessary by a closure of the reader; called with
  /// the lock held, which it releases.
  @usableFromInline
  func unusualOutcome(
    _ lock: LockReference,
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Result<Value, Failure>
  ) -> Result<Value, Failure> {
    guard keepsValues(lock) else {
      lock.unlock()
      return DeepStack.run(body)
    }
    let (cell, former) = liveCell()
    if let content = cell.currentContent(), cell.canEvaluate || !cell.isWatched {
      lock.unlock()
      return content
    }
    cell.beginLoan(Computation<Value, Failure>.Body(body), isKept: isKept)
    if let former {
      lock.unlock()
      former.end()
      cell.tree.lock.lock()
    }
    return contentOfLoan(of: cell, after: .walked(DerivedWalk.update(cell)))
  }

  /// The outcome after a traversal with a borrowed closure, which is returned; called with the lock held, which it
  /// releases.
  @usableFromInline
  func contentOfLoan(
    of cell: ValueCell<Value, Failure>,
    after refresh: DerivedRefresh
  ) -> Result<Value, Failure> {
    let content = content(of: cell, after: refresh)
    cell.tree.lock.lock()
    let unused = cell.endLoan()
    cell.tree.lock.unlock()
    withExtendedLifetime(unused) {}
    return content
  }

  private func computed(_ body: Computation<Value, Failure>.Body?) -> Result<Value, Failure> {
    guard let body else { preconditionFailure("Derived: read without a closure") }
    return DeepStack.run { body.call() }
  }

  /// Whether the result of a computation is valid for more than this read; called with the lock held.
  private func keepsValues(_ lock: LockReference) -> Bool {
    owner.phase.isLive && (lock.attention & Attention.transaction == 0 || !owner.tree.showsPast)
  }

  /// The outcome after a traversal; called with the lock held, which it releases.
  @usableFromInline
  func content(
    of cell: ValueCell<Value, Failure>,
    after refresh: DerivedRefresh
  ) -> Result<Value, Failure> {
    guard let content = contentIfComputable(of: cell, after: refresh) else {
      preconditionFailure("Derived: read without a closure")
    }
    return content
  }

  /// The outcome after a traversal, or `nil` if that needs a closure of the reader; called with the lock held, which it
  /// releases.
  @usableFromInline
  func contentIfComputable(
    of cell: ValueCell<Value, Failure>,
    after refresh: DerivedRefresh,
    repeats: Int = 0
  ) -> Result<Value, Failure>? {
    defer { if ComputationEnd.isAny { ComputationEnd.settle() } }
    var isOwnDoing = false
    let outcome =
      switch refresh {
      case .current: WalkOutcome.updated
      case .walked(let outcome): outcome
      case .unusual: DerivedWalk.update(cell)
      }
    switch outcome {
    case .updated:
      let content = cell.updatedContent()
      let isTold = content != nil && cell.isStale && cell.before == nil && cell.isWatched
      // An observer that has just begun would not be notified of the changes meanwhile.
      if isTold { cell.tree.enqueueChange(of: cell) }
      cell.tree.lock.unlock()
      if isTold { ComputationEnd.deliver(cell.tree) }
      if let content { return content }
    case .apart, .unable:
      if case .apart(let hindrance) = outcome { isOwnDoing = hindrance.isOwnDoing }
      cell.tree.lock.unlock()
    case .cycle(let cycle):
      let last = cell.lastContent
      cell.tree.lock.unlock()
      let complaint = Complaint.derivedCycle(cycle, hasLast: last != nil)
      guard let last else { complaint.trap() }
      complaint.report(at: callSite)
      return last
    }
    guard let (content, moments) = cell.computeApart(isOwnDoing: isOwnDoing) else { return nil }
    cell.tree.lock.lock()
    // Another thread's transaction or write may have ended between two reads. A private evaluation inside another one
    // is not repeated, because the outer one is. Otherwise each level would repeat all levels below.
    if repeats < 100, moments.areOver, ApartScope.current == nil {
      return contentIfComputable(of: cell, after: .unusual, repeats: repeats + 1)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(cell) }
    cell.tree.lock.unlock()
    TrackingScope.noteValueApart(moments, isOwnDoing: isOwnDoing)
    return content
  }
}

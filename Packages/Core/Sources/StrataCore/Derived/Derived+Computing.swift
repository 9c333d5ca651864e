public import StrataConcurrency

// Reads of values that are not known to be valid, or not cached at all.

extension Derived {
  /// The outcome without a node, during a transaction, or for an owner that is not alive; called with the lock held,
  /// which it releases.
  @usableFromInline
  func slowPathOutcome(_ lock: LockReference) -> Result<Value, Failure> {
    guard keepsValues(lock) else {
      let body = computation.body.map(Computation<Value, Failure>.typed)
      lock.unlock()
      return computed(body)
    }
    let (node, former) = liveAttachment()
    if let former {
      lock.unlock()
      former.end()
      return outcome
    }
    if let content = node.currentContent() {
      lock.unlock()
      return content
    }
    return content(of: node, after: .walked(DerivedTraversal.update(node)))
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
    guard let node = nodeReference, isPlain(lock) else {
      return slowPathOutcome(lock, isKept: isKept, computedBy: body)
    }
    // SAFETY: the node lives as long as the handle.
    return unsafe node._withUnsafeGuaranteedRef { node in
      guard node.incarnation == owner.facets?.incarnation ?? 0 else {
        return slowPathOutcome(lock, isKept: isKept, computedBy: body)
      }
      // An observed value needs a closure from now on.
      guard !node.condition.isEmpty || !node.isSelfSufficient else {
        if TrackingScope.isAnyOpen { TrackingScope.note(node) }
        let content = unsafe node.content.pointee
        lock.unlock()
        return content
      }
      node.beginBorrow(Computation<Value, Failure>.Body(body), isKept: isKept)
      let refresh = node.refresh()
      guard case .current = refresh else { return borrowedContent(of: node, after: refresh) }
      if TrackingScope.isAnyOpen { TrackingScope.note(node) }
      let content = unsafe node.content.pointee
      let unused = node.endBorrow()
      lock.unlock()
      withExtendedLifetime(unused) {}
      return content
    }
  }

  /// The outcome without a node, or during a transaction, computed if necessary by a closure of the reader; called with
  /// the lock held, which it releases.
  @usableFromInline
  func slowPathOutcome(
    _ lock: LockReference,
    isKept: Bool,
    computedBy body: @escaping @Sendable () -> Result<Value, Failure>
  ) -> Result<Value, Failure> {
    guard keepsValues(lock) else {
      lock.unlock()
      return DeepStack.run(body)
    }
    let (node, former) = liveAttachment()
    if let content = node.currentContent(), node.canEvaluate || !node.isWatched {
      lock.unlock()
      return content
    }
    node.beginBorrow(Computation<Value, Failure>.Body(body), isKept: isKept)
    if let former {
      lock.unlock()
      former.end()
      node.tree.lock.lock()
    }
    return borrowedContent(of: node, after: .walked(DerivedTraversal.update(node)))
  }

  /// The outcome after a traversal with a borrowed closure, which is returned; called with the lock held, which it
  /// releases.
  @usableFromInline
  func borrowedContent(
    of node: ValueNode<Value, Failure>,
    after refresh: DerivedRefresh
  ) -> Result<Value, Failure> {
    let content = content(of: node, after: refresh)
    node.tree.lock.lock()
    let unused = node.endBorrow()
    node.tree.lock.unlock()
    withExtendedLifetime(unused) {}
    return content
  }

  private func computed(_ body: Computation<Value, Failure>.Body?) -> Result<Value, Failure> {
    guard let body else { preconditionFailure("Derived: read without a closure") }
    return DeepStack.run { body.call() }
  }

  /// Whether the result of a computation is valid for more than this read; called with the lock held.
  private func keepsValues(_ lock: LockReference) -> Bool {
    owner.phase.isLive && (lock.flagWord & TreeFlags.transaction == 0 || !owner.tree.showsPast)
  }

  /// The outcome after a traversal; called with the lock held, which it releases.
  @usableFromInline
  func content(
    of node: ValueNode<Value, Failure>,
    after refresh: DerivedRefresh
  ) -> Result<Value, Failure> {
    guard let content = contentIfComputable(of: node, after: refresh) else {
      preconditionFailure("Derived: read without a closure")
    }
    return content
  }

  /// The outcome after a traversal, or `nil` if that needs a closure of the reader; called with the lock held, which it
  /// releases.
  @usableFromInline
  func contentIfComputable(
    of node: ValueNode<Value, Failure>,
    after refresh: DerivedRefresh,
    repeats: Int = 0
  ) -> Result<Value, Failure>? {
    defer { if ComputationEnd.isAny { ComputationEnd.settle() } }
    var isOwnDoing = false
    let outcome =
      switch refresh {
      case .current: TraversalOutcome.updated
      case .walked(let outcome): outcome
      case .slowPath: DerivedTraversal.update(node)
      }
    switch outcome {
    case .updated:
      let content = node.updatedContent()
      let isNotified = content != nil && node.isStale && node.before == nil && node.isWatched
      // An observer that has just begun would not be notified of the changes meanwhile.
      if isNotified { node.tree.enqueueChange(of: node) }
      node.tree.lock.unlock()
      if isNotified { ComputationEnd.deliver(node.tree) }
      if let content { return content }
    case .evaluatedPrivately, .unable:
      if case .evaluatedPrivately(let blocker) = outcome { isOwnDoing = blocker.isOwnDoing }
      node.tree.lock.unlock()
    case .cycle(let cycle):
      let last = node.lastContent
      node.tree.lock.unlock()
      let diagnostic = Diagnostic.derivedCycle(cycle, hasLast: last != nil)
      guard let last else { diagnostic.trap() }
      diagnostic.report(at: callSite)
      return last
    }
    guard let (content, snapshots) = node.computePrivately(isOwnDoing: isOwnDoing) else {
      return nil
    }
    node.tree.lock.lock()
    // Another thread's transaction or write may have ended between two reads. A private evaluation inside another one
    // is not repeated, because the outer one is. Otherwise each level would repeat all levels below.
    if repeats < 100, snapshots.areOver, PrivateEvaluation.current == nil {
      return contentIfComputable(of: node, after: .slowPath, repeats: repeats + 1)
    }
    if TrackingScope.isAnyOpen { TrackingScope.note(node) }
    node.tree.lock.unlock()
    TrackingScope.notePrivateValue(snapshots, isOwnDoing: isOwnDoing)
    return content
  }
}

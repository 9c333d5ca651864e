@_spi(Strata) import StrataConcurrency
import StrataEvents

extension RemovalRecord {
  /// Closes the running work of a context; called with the lock held.
  ///
  /// From here on nothing can be registered. ``endWork(of:)`` cancels the existing work.
  init(ending context: Context) {
    let incarnation = context.facets?.incarnation ?? 0
    guard let facets = context.facets,
      facets.scope != nil || !facets.listeners.isEmpty || facets.hasDerivedValues
    else {
      self.init(of: context, incarnation: incarnation, work: nil)
      return
    }
    if let scope = facets.scope, scope.lockedHasTasks {
      context.tree.unwindingWork[ObjectIdentifier(scope)] = scope
    }
    let work = EndingWork(
      derived: facets.takeDerivedValues(),
      scope: facets.scope,
      // Its lock is the tree's, which is held.
      cancellation: facets.scope?.lockedCloseDeferringCancellation(),
      listeners: context.takeListeners()
    )
    self.init(of: context, incarnation: incarnation, work: work)
  }

  /// The work that has to be cancelled.
  private var endingWork: EndingWork? {
    // SAFETY: the initializer above alone gives a record its work.
    work.map { unsafe unsafeDowncast($0, to: EndingWork.self) }
  }

  /// Stops the work of ended incarnations, parents before children; called without the lock.
  ///
  /// A thread that is just beginning a callback does the rest after the callback has begun. Nothing waits, and the
  /// order is preserved.
  static func endWork(of departed: ArraySlice<RemovalRecord>) {
    var rest = departed
    while let removal = rest.popFirst() {
      guard let work = removal.endingWork else { continue }
      if let cancellation = work.cancellation {
        cancellation.endCallbacks()
        let isLeft = cancellation.holdBackHandlers {
          removal.handlersToLeave(work, cancellation, before: rest)
        }
        if isLeft { return }
        cancellation.runHandlers()
      }
      removal.endListeners(of: work)
    }
  }

  /// Makes the closure that runs the handlers of one record, and then ends the work of the following ones.
  ///
  /// It retains the contexts, whose incarnations may be finished before.
  private func handlersToLeave(
    _ work: EndingWork,
    _ cancellation: PendingCancellation,
    before following: ArraySlice<RemovalRecord>
  ) -> () -> Void {
    let contexts = [departed] + following.map(\.departed)
    return {
      LastHandlers.run {
        cancellation.runHandlers()
        endListeners(of: work)
        RemovalRecord.endWork(of: following)
      }
      withExtendedLifetime(contexts) {}
    }
  }

  private func endListeners(of work: EndingWork) {
    for listener in work.listeners { listener.finish() }
    work.endDerivedValues()
    departed.didEndWork()
  }

  /// Releases the contents of ended incarnations; called without the lock.
  ///
  /// Consecutive plain leaves are finished under one lock.
  static func conclude(_ departed: [RemovalRecord], of tree: Tree) {
    var next = 0
    while next < departed.count {
      let first = next
      let longest = min(departed.count, first + 256)
      tree.lock.lock()
      while next < longest, departed[next].isPlainLeaf(of: tree) { next += 1 }
      tree.lock.unlock()
      // SAFETY: balances `enterLifetime` of the ended incarnations.
      for place in first..<next { unsafe departed[place].context.release() }
      if next < longest {
        departed[next].conclude(of: tree)
        next += 1
      }
    }
  }

  /// Finishes the context, if it has only values; called with the lock held.
  private func isPlainLeaf(of tree: Tree) -> Bool {
    unsafe work == nil && context._withUnsafeGuaranteedRef { $0.finishPlainLeaf(of: tree) }
  }

  /// Releases the contents of the context, after its end was delivered and its tasks have returned; called without the
  /// lock.
  private func conclude(of tree: Tree) {
    let context = unsafe context.takeUnretainedValue()
    guard let scope = endingWork?.scope else { return context.finish(incarnation: incarnation) }
    let incarnation = incarnation
    scope.onFinish {
      let finished = tree.lock.withLock {
        tree.unwindingWork.removeValue(forKey: ObjectIdentifier(scope))
      }
      context.finish(incarnation: incarnation)
      withExtendedLifetime(finished) {}
    }
  }
}

/// The running work of a context that has left.
final class EndingWork: ClosedWork {
  /// The derived values that the context owned.
  private var derived: OwnedDerivedValues
  let scope: CancellationScope?
  let cancellation: PendingCancellation?
  let listeners: [EventListener<Context>]

  init(
    derived: OwnedDerivedValues,
    scope: CancellationScope?,
    cancellation: PendingCancellation?,
    listeners: [EventListener<Context>]
  ) {
    self.derived = derived
    self.scope = scope
    self.cancellation = cancellation
    self.listeners = listeners
  }

  /// Cuts the edges of derived values, and releases the cached ones; called without the lock.
  func endDerivedValues() {
    let ended = derived
    derived = OwnedDerivedValues()
    for node in ended.nodes { node.end() }
    withExtendedLifetime(ended) {}
  }
}

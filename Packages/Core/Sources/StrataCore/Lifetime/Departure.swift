@_spi(Strata) import StrataConcurrency
import StrataEvents

/// A context that has left its tree, and which of its lives has ended.
@safe
struct Departure {
  // SAFETY: a context holds itself until its life is finished, which `conclude` does.
  private let context: Unmanaged<Context>
  let life: UInt32
  /// What has to be told to stop.
  let work: EndingWork?

  /// Seals what a context has running; called with the lock held.
  ///
  /// From here on nothing can be registered any more. What is there is told to stop by ``endWork(of:)``.
  init(ending context: Context) {
    unsafe self.context = .passUnretained(context)
    life = context.parts?.life ?? 0
    guard let parts = context.parts,
      parts.scope != nil || !parts.listeners.isEmpty || parts.hasDerivedValues
    else {
      work = nil
      return
    }
    if let scope = parts.scope, scope.lockedHasTasks {
      context.tree.unwindingWork[ObjectIdentifier(scope)] = scope
    }
    work = EndingWork(
      derived: parts.takeDerivedValues(),
      scope: parts.scope,
      // Its lock is the tree's, which is held.
      cancellation: parts.scope?.lockedSealDeferringCancellation(),
      listeners: context.takeListeners()
    )
  }

  /// The context; called before the departure is concluded.
  var departed: Context { unsafe context.takeUnretainedValue() }

  /// Stops the work of lives that have ended, parents before children; called without the lock.
  ///
  /// Where another thread is at the beginning of a callback, that thread does the rest when the callback has
  /// begun: nothing waits, and the order stays.
  static func endWork(of departed: ArraySlice<Departure>) {
    var rest = departed
    while let departure = rest.popFirst() {
      guard let work = departure.work else { continue }
      if let cancellation = work.cancellation {
        cancellation.endCallbacks()
        let isLeft = cancellation.holdBackHandlers {
          departure.handlersToLeave(work, cancellation, before: rest)
        }
        if isLeft { return }
        cancellation.runHandlers()
      }
      departure.endListeners(of: work)
    }
  }

  /// Makes what runs the handlers of a departure, and then ends the work of others.
  ///
  /// It holds the contexts, whose lives may be finished before.
  private func handlersToLeave(
    _ work: EndingWork,
    _ cancellation: PendingCancellation,
    before following: ArraySlice<Departure>
  ) -> () -> Void {
    let contexts = [departed] + following.map(\.departed)
    return {
      LastHandlers.run {
        cancellation.runHandlers()
        endListeners(of: work)
        Departure.endWork(of: following)
      }
      withExtendedLifetime(contexts) {}
    }
  }

  private func endListeners(of work: EndingWork) {
    for listener in work.listeners { listener.finish() }
    work.endDerivedValues()
    departed.didEndWork()
  }

  /// Lets go of what lives held that have ended; called without the lock.
  ///
  /// Those of plain leaves end under one lock, as many as follow one another.
  static func conclude(_ departed: [Departure], of tree: Tree) {
    var next = 0
    while next < departed.count {
      let first = next
      let longest = min(departed.count, first + 256)
      tree.lock.lock()
      while next < longest, departed[next].isPlainLeaf(of: tree) { next += 1 }
      tree.lock.unlock()
      // SAFETY: balances `enterLife` of the lives that have ended.
      for place in first..<next { unsafe departed[place].context.release() }
      if next < longest {
        departed[next].conclude(of: tree)
        next += 1
      }
    }
  }

  /// Finishes the life, if it is that of a context which has nothing but values; called with the
  /// lock held.
  private func isPlainLeaf(of tree: Tree) -> Bool {
    unsafe work == nil && context._withUnsafeGuaranteedRef { $0.finishPlainLeaf(of: tree) }
  }

  /// Lets go of what the life held, when its end has been told of and its tasks have returned;
  /// called without the lock.
  private func conclude(of tree: Tree) {
    let context = unsafe context.takeUnretainedValue()
    guard let scope = work?.scope else { return context.finish(life: life) }
    let life = life
    scope.whenUnwound {
      let unwound = tree.lock.withLock {
        tree.unwindingWork.removeValue(forKey: ObjectIdentifier(scope))
      }
      context.finish(life: life)
      withExtendedLifetime(unwound) {}
    }
  }
}

/// What a context has left running.
final class EndingWork {
  /// The derived values that the context owned.
  private var derived: (cells: [DerivedCell], memos: [any Sendable])
  let scope: CancellationScope?
  let cancellation: PendingCancellation?
  let listeners: [EventListener<Context>]

  init(
    derived: (cells: [DerivedCell], memos: [any Sendable]),
    scope: CancellationScope?,
    cancellation: PendingCancellation?,
    listeners: [EventListener<Context>]
  ) {
    self.derived = derived
    self.scope = scope
    self.cancellation = cancellation
    self.listeners = listeners
  }

  /// Cuts the edges of derived values, and lets go of those that were kept; called without the lock.
  func endDerivedValues() {
    let ended = derived
    derived = ([], [])
    for cell in ended.cells { cell.end() }
    withExtendedLifetime(ended) {}
  }
}

@available(*, unavailable)
extension EndingWork: Sendable {}

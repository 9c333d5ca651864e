import StrataConcurrency

/// The node of a value that is computed from slots, as far as commits, rounds and observers have to do with it.
///
/// The value lies in the only slot of a context. A subclass computes it.
// SAFETY: the stored properties are constants; subclasses state their own reasons.
@safe
@usableFromInline
class DependentNode: ReadScope, @unchecked Sendable {
  /// The context with one slot that stores the value.
  @usableFromInline final let context: Context
  // Not looked up in the context, which would be one more object to load for each value of a large graph.
  // SAFETY: in the storage of `context`, which lives as long.
  /// The header of that slot.
  final let header: UnsafeMutablePointer<SlotHeader>

  init(context: Context) {
    self.context = context
    unsafe header = unsafe context.headers
    super.init()
  }

  /// Clears the epoch of the run that has read the value, as `Context.forgetReads` does; called with the lock held.
  @inline(__always)
  final func forgetReads() {
    if TrackingScope.isAnyOpen { unsafe header.pointee.epoch = 0 }
  }

  // MARK: Observers

  /// The observer, if there is exactly one; read with the lock held, and used no longer.
  var onlyObserver: WatchEntry.Uncounted? { nil }

  /// Records that the slot has other observers; called with the lock held, by code that retains a removed one.
  func noteObservers(_ list: WatchList) {}

  /// Takes out a closure that has no use any more; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  func takeUnusedBody() -> AnyObject? { nil }

  /// Lists the slots that the value was computed from; called with the lock held.
  func listSlots(in log: ReadLog) {}

  /// Makes sure that observers hear of the commit, because one reads a value of this thread's open transaction; called
  /// with the lock held.
  func noteUncommittedRead() {}

  /// The context that the value belongs to.
  var owningContext: Context? { nil }

  // MARK: Rounds

  /// Notifies an observer, if the value differs from its previous state; called without the lock by the delivery owner.
  ///
  /// - Parameters:
  ///   - entry: The observer.
  ///   - mark: The previous state.
  ///   - known: Whether it differs, once that is known.
  ///   - round: The number of the round.
  ///   - cause: The cause of the change.
  func notify(
    _ entry: borrowing WatchEntry,
    of mark: WatchedMarks.Uncounted,
    _ known: inout Bool?,
    round: UInt64,
    cause: Cause?
  ) {}

  /// Whether the value differs from its previous state; determined at the first call, without the lock.
  func isDifferent(from mark: WatchedMarks.Uncounted, _ known: inout Bool?) -> Bool { false }

  // SAFETY: the caller retains the results of `next`.
  /// Computes dirty values of the node's tree, one after the other, until one fails; called without the lock.
  ///
  /// - Parameter next: Returns one node after the other, which the caller retains.
  func update(_ next: () -> Unmanaged<DependentNode>?) {}

  // MARK: Commits

  /// Flags the value as dirty because a source in another tree has changed; called without a lock.
  ///
  /// - Parameter writer: The thread that has changed the source, if it is known.
  func noteChangeInOtherTree(by writer: ThreadIdentity?) {}

  /// Makes the values that the owner of a transaction has seen visible to all threads, at its end.
  ///
  /// Called with the lock held.
  ///
  /// - Parameters:
  ///   - nodes: The nodes of the tree that the transaction has touched, with this one first.
  ///   - watched: The values with an observer that are to be notified anyway.
  ///   - leftovers: Collects the values to release after the lock.
  /// - Returns: The values with an observer.
  func endTouch(
    of nodes: [DependentNode],
    after watched: consuming WatchedMarks,
    _ leftovers: inout [Any]
  ) -> WatchedMarks { watched }
}

/// The node of another tree than its changed source.
struct DependentInOtherTree {
  let node: DependentNode
  /// The thread that has changed the source, if it is known.
  let writer: ThreadIdentity?
}

@available(*, unavailable)
extension DependentInOtherTree: Sendable {}

import StrataConcurrency

// A closure that retains the tree must not be stored as long as the value. A reader lends it to the node for its read,
// and an observer for its observation. The node returns it when a reader inside the tree provides a closure to keep, or
// when the last observer that may have lent it ends. Other observers lend their own at their next read.

extension DerivedNode {
  /// The closure that computes the value, if there is one; called with the lock held.
  final var body: AnyObject? { stored.body ?? borrowedBody }

  /// Updates the fields of the closure; called with the lock held, while no thread owns the node.
  final func noteBody() {
    unsafe bodyReference = body.map { unsafe .passUnretained($0) }
    canEvaluate = body != nil
  }

  /// Borrows a closure until ``endBorrow()``; called with the lock held.
  ///
  /// - Parameters:
  ///   - borrowed: The closure, as a `Computation.Body` of the node's type.
  ///   - isKept: Whether it may be stored permanently.
  @usableFromInline
  final func beginBorrow(_ borrowed: AnyObject, isKept: Bool) {
    borrows += 1
    guard stored.body == nil else { return }
    if isKept {
      stored.body = borrowed
    } else {
      if borrowedBody == nil { borrowedBody = borrowed }
      if TrackingScope.isOfObserver { isProvidedByObserver = true }
    }
    // A run that has begun goes on with the closure that it has, which is retained until it ends.
    if evaluator == nil || !canEvaluate { noteBody() }
  }

  /// Returns the borrowed closure, unless an observer has lent it; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  @usableFromInline
  final func endBorrow() -> AnyObject? {
    borrows -= 1
    return takeIdleBody()
  }

  /// Takes out a borrowed closure that has no use any more; called with the lock held.
  ///
  /// While a thread computes with it, the end of the run takes it.
  final func takeIdleBody() -> AnyObject? {
    guard let borrowedBody, borrows == 0, !isKeptForObserver else { return nil }
    guard evaluator == nil else {
      condition.formUnion(.returning)
      return nil
    }
    self.borrowedBody = nil
    isProvidedByObserver = false
    noteBody()
    return borrowedBody
  }

  private var isKeptForObserver: Bool {
    isProvidedByObserver && stored.body == nil && !isEnded && isWatchedByHolder
  }
}

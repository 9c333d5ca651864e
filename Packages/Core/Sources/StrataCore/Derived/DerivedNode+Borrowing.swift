import StrataConcurrency

// A closure that retains the tree must not be stored as long as the value. A reader lends it to the node instead, for
// its read.

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
    if isKept, evaluator == nil {
      stored.body = borrowed
    } else if borrowedBody == nil {
      borrowedBody = borrowed
    }
    if evaluator == nil || !canEvaluate { noteBody() }
  }

  /// Returns the borrowed closure, unless the value has an observer; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  @usableFromInline
  final func endBorrow() -> AnyObject? {
    borrows -= 1
    return takeIdleBody()
  }

  /// Takes out a closure that has no use any more; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  final func takeIdleBody() -> AnyObject? {
    guard borrowedBody != nil, borrows == 0, evaluator == nil, isEnded || !isWatchedByHolder else {
      return nil
    }
    defer {
      borrowedBody = nil
      noteBody()
    }
    return borrowedBody
  }
}

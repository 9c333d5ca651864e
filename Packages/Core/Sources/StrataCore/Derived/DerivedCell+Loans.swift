import StrataConcurrency

// A closure that retains the tree must not be stored as long as the value. A reader lends it to the node instead, for
// its read.

extension DerivedCell {
  /// The closure that computes the value, if there is one; called with the lock held.
  final var body: AnyObject? { stored.body ?? lentBody }

  /// Updates the fields of the closure; called with the lock held, while no thread owns the node.
  final func noteBody() {
    unsafe bodyReference = body.map { unsafe .passUnretained($0) }
    canEvaluate = body != nil
  }

  /// Borrows a closure until ``endLoan()``; called with the lock held.
  ///
  /// - Parameters:
  ///   - lent: The closure, as a `Computation.Body` of the node's type.
  ///   - isKept: Whether it may be stored permanently.
  @usableFromInline
  final func beginLoan(_ lent: AnyObject, isKept: Bool) {
    loans += 1
    guard stored.body == nil else { return }
    if isKept, runner == nil {
      stored.body = lent
    } else if lentBody == nil {
      lentBody = lent
    }
    if runner == nil || !canEvaluate { noteBody() }
  }

  /// Returns the borrowed closure, unless the value has an observer; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  @usableFromInline
  final func endLoan() -> AnyObject? {
    loans -= 1
    return takeIdleBody()
  }

  /// Takes out a closure that has no use any more; called with the lock held.
  ///
  /// - Returns: The closure to release after the lock.
  final func takeIdleBody() -> AnyObject? {
    guard lentBody != nil, loans == 0, runner == nil, isEnded || !isWatchedByHolder else {
      return nil
    }
    defer {
      lentBody = nil
      noteBody()
    }
    return lentBody
  }
}

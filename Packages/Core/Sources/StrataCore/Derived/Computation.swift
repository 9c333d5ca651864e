/// How a derived value is computed; shared by the handle and by what keeps the value.
// SAFETY: `body` is set while the lock of the owner's tree is held and no thread has claimed the cell,
// and by `init` and `deinit`; it is read by the thread that has the claim, or with the lock held.
@usableFromInline
final class Computation<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Outcome = Result<Value, Failure>

  // An object, because to pass a closure as a generic value wraps it, and keeps it meanwhile.
  /// The closure.
  @usableFromInline
  final class Body: Sendable {
    @usableFromInline let call: @Sendable () -> Outcome

    @inlinable
    init(_ call: @escaping @Sendable () -> Outcome) {
      self.call = call
    }
  }

  /// The closure, if it is kept.
  @safe @exclusivity(unchecked) @usableFromInline var body: Body?
  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  /// Computes and stores, for the types of this computation.
  @usableFromInline let evaluator: DerivedCell.Evaluator

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    body: (@Sendable () -> Outcome)?
  ) {
    self.areEqual = areEqual
    self.body = body.map { Body($0) }
    // SAFETY: only cells of these types get the function.
    evaluator = { cell in
      unsafe unsafeDowncast(cell, to: ValueCell<Value, Failure>.self).evaluate()
    }
  }

  // The closure holds, as a rule, the handles of what it reads. In a long chain each would release the
  // next one from its `deinit`, and the stack would overflow.
  deinit { DeferredRelease.release(&body) }

  /// Whether two outcomes are the same; without an equality, all differ, and two errors do.
  @inlinable
  func isSame(_ old: Outcome, _ new: Outcome) -> Bool {
    guard let areEqual, case .success(let old) = old, case .success(let new) = new else {
      return false
    }
    return areEqual(old, new)
  }
}

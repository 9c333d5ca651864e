/// The closure of a derived value, without its type; shared by the handle and the node.
///
/// What borrows and returns closures needs no type. Generic code that is not specialised would ask the runtime for
/// types at each step, which costs ten times the rest.
// SAFETY: `body` is set by `init` and `deinit`, and otherwise under the lock of the owner's tree while no thread owns
// the node. The thread that owns the node reads it, and other threads read it with the lock held.
@usableFromInline
class StoredComputation: @unchecked Sendable {
  /// The closure as a ``Computation/Body``, if it is stored.
  @safe @exclusivity(unchecked) @usableFromInline final var body: AnyObject?

  @inlinable
  init(body: AnyObject?) {
    self.body = body
  }

  // The closure usually retains the handles of its sources. In a long chain each would release the next one in its
  // `deinit`, and the stack would overflow.
  deinit { DeferredRelease.release(&body) }
}

/// The closure and the equality of a derived value.
// SAFETY: the fields of this class are constants.
@usableFromInline
final class Computation<Value: Sendable, Failure: Error>: StoredComputation, @unchecked Sendable {
  @usableFromInline typealias Outcome = Result<Value, Failure>

  // An object, because passing a closure as a generic value wraps it, and retains it meanwhile.
  /// The closure.
  @usableFromInline
  final class Body: Sendable {
    @usableFromInline let call: @Sendable () -> Outcome

    @inlinable
    init(_ call: @escaping @Sendable () -> Outcome) {
      self.call = call
    }
  }

  @usableFromInline let areEqual: (@Sendable (Value, Value) -> Bool)?
  /// Computes and stores, for the types of this computation.
  @usableFromInline let evaluator: DerivedCell.Evaluator

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    body: (@Sendable () -> Outcome)?
  ) {
    self.areEqual = areEqual
    // SAFETY: only nodes of these types get the function.
    evaluator = { cell in
      unsafe unsafeDowncast(cell, to: ValueCell<Value, Failure>.self).evaluate()
    }
    super.init(body: body.map { Body($0) })
  }

  /// A closure with its type.
  // SAFETY: only closures of this type are stored, or lent to a node of these types.
  @inlinable
  @inline(__always)
  static func typed(_ body: AnyObject) -> Body { unsafe unsafeDowncast(body, to: Body.self) }

  /// Whether two outcomes are the same; without an equality, all differ, and so do two errors.
  @inlinable
  func isSame(_ old: Outcome, _ new: Outcome) -> Bool {
    guard let areEqual, case .success(let old) = old, case .success(let new) = new else {
      return false
    }
    return areEqual(old, new)
  }
}

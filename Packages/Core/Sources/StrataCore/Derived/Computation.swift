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
  /// Computes and stores, for the types of the computation.
  final let evaluator: Evaluator

  /// Computes the value and stores it; called without the lock, by the thread that owns the node.
  ///
  /// The lock is held afterwards, unless the evaluation says otherwise.
  ///
  /// A function that is made where the value's type is known. A method would be generic code that is found through a
  /// class, which is not specialised.
  @usableFromInline typealias Evaluator = @Sendable (DerivedNode) -> DerivedEvaluation

  @usableFromInline
  init(body: AnyObject?, evaluator: @escaping Evaluator) {
    self.body = body
    self.evaluator = evaluator
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

  // Not optional, because the compiler would count the closure for each call.
  /// Whether two values are the same.
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(
    areEqual: (@Sendable (Value, Value) -> Bool)?,
    body: (@Sendable () -> Outcome)?
  ) {
    self.areEqual = areEqual ?? { _, _ in false }
    // SAFETY: only nodes of these types get the function.
    super.init(body: body.map { Body($0) }) { node in
      unsafe unsafeDowncast(node, to: ValueNode<Value, Failure>.self).evaluateAsTyped()
    }
  }

  /// A closure with its type.
  // SAFETY: only closures of this type are stored, or lent to a node of these types.
  @inlinable
  @inline(__always)
  static func typed(_ body: AnyObject) -> Body { unsafe unsafeDowncast(body, to: Body.self) }

  /// Whether two outcomes are the same; without an equality, all differ, and so do two errors.
  @inlinable
  func isSame(_ old: Outcome, _ new: Outcome) -> Bool {
    guard case .success(let old) = old, case .success(let new) = new else { return false }
    return areEqual(old, new)
  }
}

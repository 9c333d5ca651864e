import Observation
import StrataConcurrency
import Synchronization

/// Calls a closure at each access on the current thread, before the access.
///
/// A read asks Swift's own observation whether one of its scopes is open (see ``ObservationBridge``), and only then
/// does more. An access scope therefore opens one of those, and a read outside pays nothing for it.
@safe
package final class AccessScope {
  private let body: (Context, Int) -> Void
  /// The scope around this one, which is called as well.
  // SAFETY: the `run` of the outer scope, which retains it, returns after that of this one.
  private let outer: UnsafeMutableRawPointer?
  /// Whether the body runs, whose own accesses are not reported.
  private var isForwarding = false

  private init(
    inside outer: UnsafeMutableRawPointer?,
    _ body: @escaping (Context, Int) -> Void
  ) {
    unsafe self.outer = outer
    self.body = body
  }

  /// Runs a closure and reports each access to a model's property on this thread, before the value is read, outside all
  /// locks.
  ///
  /// - Parameters:
  ///   - onAccess: Called with the context and the slot; its own reads are not reported.
  ///   - body: The closure.
  /// - Returns: The result of `body`.
  /// - Throws: Any error that `body` throws.
  package static func run<Result, Failure: Error>(
    _ onAccess: (Context, Int) -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withoutActuallyEscaping(onAccess) { onAccess throws(Failure) in
      let scope = unsafe AccessScope(inside: word.address, onAccess)
      openCount.wrappingAdd(1, ordering: .relaxed)
      defer { openCount.wrappingSubtract(1, ordering: .relaxed) }
      return try word.with(scope) { () throws(Failure) in
        let result = withObservationTracking {
          Swift.Result { () throws(Failure) in try body() }
        } onChange: {
        }
        return try result.get()
      }
    }
  }

  // MARK: The thread's scope

  private static let openCount = Atomic<Int>(0)

  private static let word = ThreadWord("AccessScope")

  /// Whether a scope may be open on this thread.
  static var isAnyOpen: Bool { openCount.load(ordering: .relaxed) != 0 }

  /// Calls this thread's scopes with an access, the innermost first.
  static func note(_ context: Context, _ slot: Int) {
    var next = unsafe word.address
    while let pointer = unsafe next {
      // SAFETY: `run` retains the scope while the word, or an inner scope, points to it.
      let scope = unsafe Unmanaged<AccessScope>.fromOpaque(pointer).takeUnretainedValue()
      if scope.isForwarding { return }
      scope.isForwarding = true
      scope.body(context, slot)
      scope.isForwarding = false
      unsafe next = scope.outer
    }
  }
}

@available(*, unavailable)
extension AccessScope: Sendable {}

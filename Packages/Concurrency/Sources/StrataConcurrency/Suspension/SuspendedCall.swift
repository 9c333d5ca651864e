/// A call that is suspended and has to be resumed exactly once.
///
/// Debug builds check that; release builds trust the state machine that ensures it. A checked continuation allocates,
/// and every element that an idle subscriber waits for would pay for that.
@safe
struct SuspendedCall<Value: Sendable>: Sendable {
  #if DEBUG
  let continuation: CheckedContinuation<Value, Never>
  #else
  let continuation: UnsafeContinuation<Value, Never>
  #endif

  #if DEBUG
  init(continuation: CheckedContinuation<Value, Never>) {
    self.continuation = continuation
  }
  #else
  init(continuation: UnsafeContinuation<Value, Never>) {
    unsafe self.continuation = continuation
  }
  #endif

  /// Suspends the calling task until the call that `body` receives is resumed.
  static func suspend(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SuspendedCall) -> Void
  ) async -> Value {
    #if DEBUG
    await withCheckedContinuation(isolation: isolation) { body(SuspendedCall(continuation: $0)) }
    #else
    await unsafe withUnsafeContinuation(isolation: isolation) {
      body(unsafe SuspendedCall(continuation: $0))
    }
    #endif
  }

  /// Lets the call return.
  ///
  /// - Precondition: Called once.
  func resume(returning value: Value) {
    #if DEBUG
    continuation.resume(returning: value)
    #else
    unsafe continuation.resume(returning: value)
    #endif
  }
}

/// A value behind a lock of its own.
///
/// The value is reached only through ``withLock(_:)``, so it cannot be touched without the lock:
///
/// ```swift
/// let names = Locked<Set<String>>([], rank: .leaf)
/// names.withLock { _ = $0.insert("Blob") }
/// ```
public final class Locked<State> {
  @usableFromInline let lock: Lock
  @usableFromInline var state: State

  /// Makes a locked value.
  ///
  /// - Parameters:
  ///   - state: The first value.
  ///   - rank: The lock's place in the locking order; ``LockRank/leaf`` when nothing else is taken
  ///     while it is held.
  public init(_ state: sending State, rank: LockRank) {
    self.lock = Lock(rank: rank)
    self.state = state
  }

  /// Runs a closure with the value while the lock is held.
  ///
  /// Take out of the value what is to be called or released, and call or release it after this
  /// returns: user code under a lock is how programs deadlock.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is given back first.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}

// SAFETY: `state` is read and written only inside `withLock`, by the thread that holds `lock`.
extension Locked: @unchecked Sendable {}

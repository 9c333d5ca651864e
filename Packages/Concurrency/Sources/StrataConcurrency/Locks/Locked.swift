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
  // The lock makes accesses exclusive. A run-time check costs ten times the lock's instructions.
  @safe @exclusivity(unchecked) @usableFromInline var state: State

  /// Makes a locked value.
  ///
  /// - Parameters:
  ///   - state: The first value.
  ///   - rank: The lock's position in the locking order; ``LockRank/leaf`` when no other lock is taken while it is
  ///     held.
  public init(_ state: sending State, rank: LockRank) {
    self.lock = Lock(rank: rank)
    self.state = state
  }

  /// Runs a closure with the value while the lock is held.
  ///
  /// Take values out that are to be called or released, and call or release them after this returns. User code that
  /// runs under a lock is a usual cause of deadlocks.
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, after the lock is released.
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

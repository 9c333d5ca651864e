#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A mutual exclusion lock, not recursive, with a rank that debug builds check.
///
/// It is the only lock of the library. It uses `pthread_mutex_t` (`os_unfair_lock` on Apple's systems) rather than
/// `Synchronization.Mutex`. An uncontended pair of the latter costs 2 to 2.5 times as much with the toolchain this was
/// built on.
///
/// Prefer ``Locked``, which stores the protected state beside its lock. A bare lock is for state that is not one Swift
/// value.
///
/// - Important: Never call code of the library's user, and never release a user's value, while a
///   lock is held.
public struct Lock: ~Copyable, Sendable {
  /// The lock as seen by code that does not own it.
  public let reference: LockReference

  /// Makes an unlocked lock.
  ///
  /// - Parameters:
  ///   - rank: The lock's position in the locking order.
  ///   - isShared: A flag for the owner's use, which ``LockReference/isShared`` returns.
  public init(rank: LockRank, isShared: Bool = false) {
    let body = UnsafeMutablePointer<LockReference.Body>.allocate(capacity: 1)
    #if DEBUG
    unsafe body.initialize(to: LockReference.Body(isShared: isShared, rank: rank))
    #else
    unsafe body.initialize(to: LockReference.Body(isShared: isShared))
    #endif
    #if !canImport(Darwin)
    let failure = unsafe pthread_mutex_init(&body.pointee.primitive, nil)
    precondition(failure == 0, "Lock: pthread_mutex_init failed with \(failure)")
    #endif
    reference = unsafe LockReference(body: body)
  }

  deinit {
    #if !canImport(Darwin)
    unsafe pthread_mutex_destroy(&reference.body.pointee.primitive)
    #endif
    unsafe reference.body.deinitialize(count: 1)
    unsafe reference.body.deallocate()
  }

  /// Takes the lock; waits until it is free.
  ///
  /// - Precondition: The calling thread holds no lock of this or a higher rank (checked in debug
  ///   builds).
  @inlinable
  @inline(__always)
  public borrowing func lock() {
    reference.lock()
  }

  /// Gives the lock back.
  ///
  /// - Precondition: The calling thread took it.
  @inlinable
  @inline(__always)
  public borrowing func unlock() {
    reference.unlock()
  }

  /// Runs a closure while the lock is held, and releases the lock even when the closure throws.
  ///
  /// - Parameter body: Must not call the library's users and must not take a lock of a lower rank.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @inlinable
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

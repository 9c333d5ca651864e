public import Synchronization

#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#endif

/// A lock that someone else owns.
///
/// An object whose guard changes over its life (a context that is added to a tree is guarded by the
/// tree's lock from then on) keeps a reference to the lock of the moment, takes it, and checks
/// afterwards that it is still the right one. The owner is the ``Lock`` the reference came from.
///
/// - Important: Does not keep the lock alive. Whoever stores a reference stores its owner too.
@safe
public struct LockReference: Sendable, Equatable {
  @safe
  @usableFromInline
  struct Body: ~Copyable, Sendable {
    #if canImport(Darwin)
    @usableFromInline var primitive = os_unfair_lock_s()
    #else
    // SAFETY: handed to the pthread functions alone, which are made for concurrent use.
    @usableFromInline nonisolated(unsafe) var primitive = unsafe pthread_mutex_t()
    #endif
    @usableFromInline let attention = Atomic<UInt32>(0)
    @usableFromInline let published = Atomic<UInt>(0)
    @usableFromInline let isShared: Bool
    /// The thread that has the lock for a while, or zero.
    @usableFromInline let holder = Atomic<UInt>(0)
    #if DEBUG
    @usableFromInline var rank: LockRank
    #endif
  }

  // SAFETY: the pointee has a fixed address for the whole life of its owner. The primitive is
  // touched by the system's locking functions alone; `attention` and `published` are atomic.
  @usableFromInline nonisolated(unsafe) let body: UnsafeMutablePointer<Body>

  @inlinable
  @inline(__always)
  init(body: UnsafeMutablePointer<Body>) {
    unsafe self.body = unsafe body
  }

  /// Makes the reference again from ``bitPattern``.
  ///
  /// - Precondition: The pattern came from a reference whose owner is still there.
  @inlinable
  @inline(__always)
  public init(unsafeBitPattern bitPattern: UInt) {
    // SAFETY: by the precondition the pattern is the address of a live body.
    unsafe body = UnsafeMutablePointer(bitPattern: bitPattern).unsafelyUnwrapped
  }

  /// The reference as a word, for atomic storage.
  @inlinable
  @inline(__always)
  public var bitPattern: UInt { unsafe UInt(bitPattern: body) }

  /// A word beside the lock, free for the owner's use, on the cache line that locking loads anyway.
  ///
  /// May be read without the lock, as a word that was there at some moment: what happened before is seen.
  ///
  /// - Precondition: Written only while the lock is held.
  @inlinable
  @inline(__always)
  public var attention: UInt32 {
    get { unsafe body.pointee.attention.load(ordering: .relaxed) }
    nonmutating set { unsafe body.pointee.attention.store(newValue, ordering: .relaxed) }
  }

  /// A second such word, for the address of something that the owner keeps until it is gone itself.
  ///
  /// Who reads it without the lock sees what it points to as that was when the word was stored.
  ///
  /// - Precondition: Written only while the lock is held.
  @inlinable
  @inline(__always)
  public var published: UInt {
    get { unsafe body.pointee.published.load(ordering: .acquiring) }
    nonmutating set { unsafe body.pointee.published.store(newValue, ordering: .releasing) }
  }

  /// What the owner said of the lock when it made it; may be asked without holding the lock.
  @inlinable
  @inline(__always)
  public var isShared: Bool { unsafe body.pointee.isShared }

  /// Takes the lock; waits until it is free.
  ///
  /// - Precondition: The calling thread holds no lock of this or a higher rank (checked in debug
  ///   builds).
  @inlinable
  @inline(__always)
  public func lock() {
    #if DEBUG
    unsafe HeldRanks.willLock(body.pointee.rank)
    #endif
    if !isHeld { lockPrimitive() }
  }

  /// Gives the lock back.
  ///
  /// - Precondition: The calling thread took it.
  @inlinable
  @inline(__always)
  public func unlock() {
    if !isHeld { unlockPrimitive() }
    #if DEBUG
    unsafe HeldRanks.didUnlock(body.pointee.rank)
    #endif
  }

  /// Whether this thread has the lock already, by ``holding(_:)``.
  ///
  /// A thread finds its own identity only where it has put it itself, so the order does not matter.
  @inlinable
  var isHeld: Bool {
    @inline(__always) get {
      let holder = unsafe body.pointee.holder.load(ordering: .relaxed)
      return holder != 0 && holder == ThreadIdentity.current.rawValue
    }
  }

  @inlinable
  @inline(__always)
  func lockPrimitive() {
    #if canImport(Darwin)
    unsafe os_unfair_lock_lock(&body.pointee.primitive)
    #else
    unsafe pthread_mutex_lock(&body.pointee.primitive)
    #endif
  }

  @inlinable
  @inline(__always)
  func unlockPrimitive() {
    #if canImport(Darwin)
    unsafe os_unfair_lock_unlock(&body.pointee.primitive)
    #else
    unsafe pthread_mutex_unlock(&body.pointee.primitive)
    #endif
  }

  /// Runs a closure while the lock is held, and gives the lock back also when the closure throws.
  ///
  /// - Parameter body: Must not call the library's users and must not take a lock of a lower rank.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Whether two references are to the same lock.
  @inlinable
  @inline(__always)
  public static func == (a: LockReference, b: LockReference) -> Bool {
    unsafe a.body == b.body
  }
}

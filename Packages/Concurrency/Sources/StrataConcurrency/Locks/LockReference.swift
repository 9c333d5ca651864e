public import Synchronization

#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#endif

/// A lock that another object owns.
///
/// An object whose lock changes over its lifetime stores a reference to its present lock. It takes that lock, and
/// checks afterwards that it is still the right one. A context that is added to a tree does this, because the tree's
/// lock protects it from then on. The owner is the ``Lock`` the reference came from.
///
/// - Important: Does not retain the lock. An object that stores a reference stores the lock's owner as well.
@safe
public struct LockReference: Sendable, Equatable {
  @safe
  @usableFromInline
  struct Body: ~Copyable, Sendable {
    #if canImport(Darwin)
    @usableFromInline var primitive = os_unfair_lock_s()
    #else
    // SAFETY: passed only to the pthread functions, which are made for concurrent use.
    @usableFromInline nonisolated(unsafe) var primitive = unsafe pthread_mutex_t()
    #endif
    @usableFromInline let flagWord = Atomic<UInt32>(0)
    @usableFromInline let published = Atomic<UInt>(0)
    @usableFromInline let isShared: Bool
    /// The thread that has the lock for a while, or zero.
    @usableFromInline let holder = Atomic<UInt>(0)
    #if DEBUG
    @usableFromInline var rank: LockRank
    #endif
  }

  // SAFETY: the pointee has a fixed address for the whole lifetime of its owner. Only the system's locking functions
  // access the primitive; `flagWord` and `published` are atomic.
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
  /// May be read without the lock. The load is relaxed: a reader sees the writes that happened before its read, and
  /// perhaps no later ones.
  ///
  /// - Precondition: Written only while the lock is held.
  @inlinable
  @inline(__always)
  public var flagWord: UInt32 {
    get { unsafe body.pointee.flagWord.load(ordering: .relaxed) }
    nonmutating set { unsafe body.pointee.flagWord.store(newValue, ordering: .relaxed) }
  }

  /// A second such word, for the address of an object that the owner retains until its own end.
  ///
  /// A thread that reads it without the lock sees the pointee at least as it was when the word was stored.
  ///
  /// - Precondition: Written only while the lock is held.
  @inlinable
  @inline(__always)
  public var published: UInt {
    get { unsafe body.pointee.published.load(ordering: .acquiring) }
    nonmutating set { unsafe body.pointee.published.store(newValue, ordering: .releasing) }
  }

  /// The flag that the owner gave when it made the lock; may be read without holding the lock.
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
  /// A thread finds its own identity only where it has stored it itself, so the order does not matter.
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

  /// Runs a closure while the lock is held, and releases the lock even when the closure throws.
  ///
  /// - Parameter body: Must not call the library's users and must not take a lock of a lower rank.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
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

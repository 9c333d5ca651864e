import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// Nothing under a lock may call the program's code. This is the exception, for owners whose users ask for
// it: what the thread would lock many times it locks once. It is safe as long as the thread waits for no
// other one meanwhile; where the library makes it wait, the lock is given back for that time.

extension LockReference {
  /// Runs a closure in which this thread has the lock: to lock and unlock it is a comparison there.
  ///
  /// Other threads wait for the lock until the closure has returned, except while ``Parker/park()`` lets this
  /// one wait for them. May be called inside itself.
  ///
  /// The idea is that of biased locks (Kawachiya, Koseki and Onodera, "Lock reservation", 2002), with a
  /// reservation that begins and ends by itself, so that nobody has to take it away.
  ///
  /// - Parameter body: Must not wait for a thread that waits for the lock.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the lock is given back first.
  /// - Precondition: The calling thread has not taken the lock.
  public func holding<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isHeld { return try body() }
    var held = unsafe HeldLock(lock: self, outer: HeldLock.innermost)
    lockPrimitive()
    begin()
    // SAFETY: the pointer is taken back before the variable's life ends.
    return try unsafe withUnsafeMutablePointer(to: &held) { held throws(Failure) in
      unsafe HeldLock.innermost = held
      defer {
        unsafe HeldLock.innermost = held.pointee.outer
        end()
        unlockPrimitive()
      }
      return try body()
    }
  }

  fileprivate func begin() {
    unsafe body.pointee.holder.store(ThreadIdentity.current.rawValue, ordering: .relaxed)
  }

  fileprivate func end() {
    unsafe body.pointee.holder.store(0, ordering: .relaxed)
  }
}

/// A lock that this thread holds by ``LockReference/holding(_:)``, on its stack.
@safe
struct HeldLock {
  let lock: LockReference
  // SAFETY: the frame below is there as long as this one, and both are this thread's.
  let outer: UnsafeMutablePointer<HeldLock>?

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "HeldLock: pthread_key_create failed with \(failure)")
    return key
  }()

  /// The one that was taken last.
  static var innermost: UnsafeMutablePointer<HeldLock>? {
    get { unsafe pthread_getspecific(key)?.assumingMemoryBound(to: HeldLock.self) }
    set { unsafe pthread_setspecific(key, newValue) }
  }

  /// Runs a closure while the thread has none of the locks that it holds.
  static func withoutAny<Result>(_ body: () -> Result) -> Result {
    let held = unsafe innermost
    guard unsafe held != nil else { return body() }
    unsafe innermost = nil
    unsafe giveBack(held)
    let result = body()
    unsafe take(held)
    unsafe innermost = held
    return result
  }

  private static func giveBack(_ held: UnsafeMutablePointer<HeldLock>?) {
    var next = unsafe held
    while let held = unsafe next {
      unsafe held.pointee.lock.end()
      unsafe held.pointee.lock.unlockPrimitive()
      unsafe next = held.pointee.outer
    }
  }

  /// Takes the locks again, in the order in which they were taken first.
  private static func take(_ held: UnsafeMutablePointer<HeldLock>?) {
    guard let held = unsafe held else { return }
    unsafe take(held.pointee.outer)
    unsafe held.pointee.lock.lockPrimitive()
    unsafe held.pointee.lock.begin()
  }
}

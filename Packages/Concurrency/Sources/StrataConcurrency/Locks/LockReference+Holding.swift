import Synchronization

// Code under a lock may not call the program's code. This is the exception, for owners whose users ask for it: the
// thread takes once a lock that it would otherwise take many times. It is safe as long as the thread does not wait for
// another one meanwhile. The lock is released for the time in which the library makes the thread wait.

extension LockReference {
  /// Runs a closure in which this thread has the lock; to lock and unlock it is a comparison there.
  ///
  /// Other threads wait for the lock until the closure has returned, except while ``Parker/park()`` lets this
  /// one wait for them. May be called inside itself.
  ///
  /// The idea is that of biased locks (Kawachiya, Koseki and Onodera, "Lock reservation", 2002). This reservation
  /// begins and ends by itself, so no other thread has to revoke it.
  ///
  /// - Parameter body: Must not wait for a thread that waits for the lock.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws, after the lock is released.
  /// - Precondition: The calling thread has not taken the lock.
  public func holding<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isHeld { return try body() }
    var held = unsafe HeldLock(lock: self, outer: HeldLock.innermost)
    lockPrimitive()
    begin()
    // SAFETY: the pointer is no longer used when the variable's lifetime ends.
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
  // SAFETY: the frame below exists as long as this one, and both are this thread's.
  let outer: UnsafeMutablePointer<HeldLock>?

  private static let word = ThreadWord("HeldLock")

  /// The one that was taken last.
  static var innermost: UnsafeMutablePointer<HeldLock>? {
    get { unsafe word.address?.assumingMemoryBound(to: HeldLock.self) }
    set { unsafe word.address = UnsafeMutableRawPointer(newValue) }
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

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// F: one uncontended lock and unlock of the system's mutex, the unit of all other figures.
package enum LockPair {
  // SAFETY: made once; handed to the pthread functions alone.
  private nonisolated(unsafe) static let mutex = unsafe makeMutex()

  /// Locks and unlocks a given number of times.
  package static func run(_ count: Int) {
    let mutex = unsafe mutex
    for _ in 0..<count {
      unsafe pthread_mutex_lock(mutex)
      unsafe pthread_mutex_unlock(mutex)
    }
  }

  /// Locks and unlocks a mutex without contention.
  package static func runAlone(_ count: Int) {
    let mutex = unsafe makeMutex()
    for _ in 0..<count {
      unsafe pthread_mutex_lock(mutex)
      unsafe pthread_mutex_unlock(mutex)
    }
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// The nanoseconds of one pair now, by some thousands of them.
  package static func nanoseconds(over count: Int = 20_000) -> Double {
    let start = now()
    run(count)
    return (now() - start) / Double(count)
  }

  private static func makeMutex() -> UnsafeMutablePointer<pthread_mutex_t> {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe mutex.initialize(to: unsafe pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    return unsafe mutex
  }

  /// Starts and ends a second thread, because locks and counts are cheaper in a process with one thread.
  package static func startSecondThread() {
    #if canImport(Darwin)
    var thread: pthread_t?
    unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
    #else
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    pthread_join(thread, nil)
    #endif
  }
}

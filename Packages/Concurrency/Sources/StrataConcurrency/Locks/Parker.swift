#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Puts one thread to sleep until another wakes it, once.
///
/// This is for the rare waits of the engine. A thread that finds a value in use by another thread leaves a parker with
/// it and sleeps outside the engine's lock. A wake that comes before the sleep is not lost.
@safe
// SAFETY: both pointees have a fixed address for the object's lifetime; `isWoken` is accessed only under `mutex`.
public final class Parker: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isWoken = false

  /// Makes a parker that has not been woken yet.
  public init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: unsafe pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    let failures = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
    precondition(failures == (0, 0), "Parker: the system gave no mutex or condition: \(failures)")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Sleeps until ``wake()`` has been called.
  ///
  /// Locks that the thread has by ``LockReference/holding(_:)`` are released meanwhile.
  ///
  /// - Precondition: The calling thread holds no other lock.
  public func park() {
    HeldLock.withoutAny {
      unsafe pthread_mutex_lock(mutex)
      while !isWoken { unsafe pthread_cond_wait(condition, mutex) }
      unsafe pthread_mutex_unlock(mutex)
    }
  }

  /// Sleeps until ``wake()`` has been called, or until a time has passed.
  ///
  /// - Precondition: The calling thread holds no other lock than by ``LockReference/holding(_:)``.
  /// - Parameter milliseconds: The time, by the system's clock; a change of that clock lengthens or
  ///   shortens it.
  /// - Returns: Whether it has been woken.
  func park(milliseconds: Int) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + milliseconds % 1_000 * 1_000_000
    end.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return HeldLock.withoutAny {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      while !isWoken {
        if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return isWoken }
      }
      return true
    }
  }

  /// Lets ``park()`` return, now or when it is called.
  public func wake() {
    unsafe pthread_mutex_lock(mutex)
    isWoken = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}

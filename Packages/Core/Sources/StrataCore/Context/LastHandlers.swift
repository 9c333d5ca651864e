#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Knows whether the current thread runs the last handlers of contexts that have left their tree.
///
/// A handler that resets a property of its own context is right when a key cancels it, and needless when the context
/// has left. Such a write is therefore dropped without a report.
enum LastHandlers {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "LastHandlers: pthread_key_create failed with \(failure)")
    return key
  }()

  /// Whether this thread runs last handlers now.
  // A thread-specific value is a pointer; the flag travels as its bit pattern, never dereferenced.
  private(set) static var areRunning: Bool {
    get { unsafe UInt(bitPattern: pthread_getspecific(key)) != 0 }
    set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }

  /// Runs last handlers.
  static func run(_ body: () -> Void) {
    let wereRunning = areRunning
    areRunning = true
    defer { areRunning = wereRunning }
    body()
  }
}

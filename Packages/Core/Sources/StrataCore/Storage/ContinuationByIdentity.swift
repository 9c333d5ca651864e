#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether an added context with the identity of a removed one continues its life.
///
/// It does, except for contexts that a history restores, which must be the previous ones themselves. The flag is
/// thread-specific, because containers make the comparison and know nothing of histories.
enum ContinuationByIdentity {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "ContinuationByIdentity: pthread_key_create failed with \(failure)")
    return key
  }()

  /// Whether continuation is suspended on this thread now.
  // A thread-specific value is a pointer; the flag travels as its bit pattern, never dereferenced.
  private(set) static var isSuspended: Bool {
    get { unsafe UInt(bitPattern: pthread_getspecific(key)) != 0 }
    set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }

  /// Runs a closure in which no context continues the life of another.
  static func suspend<Result>(_ body: () -> Result) -> Result {
    isSuspended = true
    defer { isSuspended = false }
    return body()
  }
}

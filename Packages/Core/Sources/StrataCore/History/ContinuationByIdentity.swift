#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether a context that is added in the place of one with the same identity continues its life.
///
/// It does, but for what a history puts back: that is to be the very context from before. By thread,
/// because the comparison is made in code of containers, which knows nothing of histories.
enum ContinuationByIdentity {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key, nil)
    precondition(failure == 0, "ContinuationByIdentity: pthread_key_create failed with \(failure)")
    return key
  }()

  /// Whether it does not on this thread now.
  // A thread-specific value is a pointer; the flag travels as its bit pattern, never dereferenced.
  private(set) static var isSuspended: Bool {
    get { unsafe UInt(bitPattern: pthread_getspecific(key)) != 0 }
    set { unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }

  /// Runs a closure in which contexts are what they are.
  static func suspend<Result>(_ body: () -> Result) -> Result {
    isSuspended = true
    defer { isSuspended = false }
    return body()
  }
}

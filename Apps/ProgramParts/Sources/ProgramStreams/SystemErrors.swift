#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether a descriptor is a terminal, also one that has gone, or another device of characters.
///
/// `isatty` says no to a terminal that has gone.
func isCharacterDevice(_ number: Int32) -> Bool {
  var status = stat()
  // SAFETY: the system writes one `stat`.
  return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
}

extension InputFailure {
  /// The failure of the call that just returned.
  static var last: InputFailure {
    // SAFETY: the text is copied before another call can change it.
    .refused(unsafe String(cString: strerror(errno)))
  }
}

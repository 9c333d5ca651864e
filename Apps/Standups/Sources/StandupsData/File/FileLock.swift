#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to change a data file, held by one process at a time.
///
/// The lock lies on a file beside the data file: the data file itself is replaced at each change, and
/// a lock on a replaced file protects nothing. The system drops the lock when its process ends,
/// however it ends. The lock file is never removed: a process that waits on a removed one would go on
/// beside a process that locks a new one.
struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock; waits while another process holds it.
  ///
  /// - Parameters:
  ///   - path: The lock file; it is created where it is missing.
  ///   - onWait: Is called once, if the lock is held by somebody else.
  /// - Throws: ``SystemFailure``.
  init(path: String, onWait: () -> Void) throws(SystemFailure) {
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    try Self.take(file.number, onWait: onWait)
    self.file = file
  }

  /// Gives the lock back.
  borrowing func release() {
    _ = flock(file.number, LOCK_UN)
  }

  private static func take(_ number: Int32, onWait: () -> Void) throws(SystemFailure) {
    if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
    onWait()
    while flock(number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last }
    }
  }
}

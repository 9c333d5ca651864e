#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to change a data file; one process at a time has it.
///
/// The lock is on a file beside the data file, because each change replaces the data file itself, and a lock on a
/// replaced file protects nothing. The system drops the lock when its process ends, however it ends. The lock
/// file is never removed: a process that waits on a removed one would go on beside a process that locks a new
/// one.
public struct FileLock: ~Copyable, Sendable {
  private let file: OpenFile

  /// How many seconds a process waits for another; a change takes a fraction of one.
  public static let longestWait = 10

  /// Takes the lock; waits while another process has it.
  ///
  /// - Parameters:
  ///   - path: The lock file; it is created where it is missing.
  ///   - seconds: The longest wait, because a process that was stopped has its lock forever.
  ///   - onWait: Called once, if another process has the lock.
  /// - Throws: ``SystemFailure``; `locked` when the time is up.
  public init(
    path: String,
    waitingFor seconds: Int = longestWait,
    onWait: () -> Void
  ) throws(SystemFailure) {
    let file = try OpenFile(opening: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    FilePlace.giveToFolder(file.number, at: path)
    try Self.take(file.number, seconds, onWait: onWait)
    self.file = file
  }

  /// Gives the lock back.
  public borrowing func release() {
    _ = flock(file.number, LOCK_UN)
  }

  private static func take(
    _ number: Int32,
    _ seconds: Int,
    onWait: () -> Void
  ) throws(SystemFailure) {
    var hasWaited = false
    // The system has no lock with a time limit, so it is asked again every few milliseconds.
    for _ in 0...(seconds * 200) {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
      if !hasWaited { onWait() }
      hasWaited = true
      usleep(5_000)
    }
    throw .locked
  }
}

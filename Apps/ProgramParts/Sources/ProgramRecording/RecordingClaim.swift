#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to record into a file, which one process has at a time.
///
/// Two processes that write one file would overwrite each other's lines.
struct RecordingClaim: ~Copyable, Sendable {
  /// The open file; -1 if it cannot be opened, which the recording itself reports.
  private let number: Int32

  /// Claims a file; `nil` if another process has it.
  init?(_ path: String) {
    // Not blocking, so that a pipe without a writer does not hold the program.
    // SAFETY: the path is a C string for the length of the call.
    number = unsafe open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard number >= 0 else { return }
    if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(number)
      return nil
    }
  }

  /// Whether the last line of the file is the end of a recording.
  var endsWithItsEnd: Bool {
    var status = stat()
    // SAFETY: the system writes one `stat`.
    guard number >= 0, unsafe fstat(number, &status) == 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let start = max(0, Int(status.st_size) - bytes.count)
    // SAFETY: at most so many bytes are written.
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(number, $0.baseAddress, $0.count, off_t(start))
    }
    guard count > 0, bytes[count - 1] == 0x0A else { return false }
    let line = bytes[..<(count - 1)].split(separator: 0x0A).last ?? []
    return line.starts(with: Array(#"{"type":"end""#.utf8))
  }

  /// Lets other processes have the file.
  consuming func release() {
    if number >= 0 { close(number) }
  }
}

import ProgramDriver

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Locks a data file, as another process would.
final class FileLockHolder {
  private let number: Int32

  init(_ path: String) throws {
    number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0, flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw SpawnFailure(call: "flock \(path)", number: errno)
    }
  }

  deinit {
    close(number)
  }

  func release() {
    flock(number, LOCK_UN)
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed call into the system.
package struct SystemFailure: Error, Hashable, Sendable {
  package var number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// The failure of the call that just returned.
  package static var last: SystemFailure { SystemFailure(errno) }

  /// The system's words.
  package var words: String { unsafe String(cString: strerror(number)) }

  package var isNoSuchFile: Bool { number == ENOENT }
  package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
  package var isRefused: Bool { number == EACCES || number == EPERM || number == EROFS }

  /// The error for a file that cannot be read.
  package func whileReading(_ path: String) -> StandupsError {
    switch number {
    case ENOENT: StandupsError(.noInput, "There is no such file.", place: path)
    case EISDIR: StandupsError(.noInput, "This is a folder; name a file.", place: path)
    case EACCES, EPERM:
      StandupsError(.noInput, "The file may not be read: \(words).", place: path)
    default: StandupsError(.inputOutput, "Reading failed: \(words).", place: path)
    }
  }

  /// The error for a file that cannot be written; says that nothing was changed.
  package func whileWriting(_ path: String) -> StandupsError {
    if isDiskFull {
      return StandupsError(
        .inputOutput,
        "The disk is full; nothing was changed. Free some space and try again.",
        place: path
      )
    }
    if isRefused {
      return StandupsError(
        .cannotCreate,
        "The file may not be written (\(words)); nothing was changed. "
          + "Change its permissions, or name another file with --data.",
        place: path
      )
    }
    switch number {
    case ENOENT, ENOTDIR:
      return StandupsError(
        .cannotCreate,
        "The folder of this file cannot be used: \(words).",
        place: path
      )
    case EISDIR:
      return StandupsError(.cannotCreate, "This is a folder; name a file.", place: path)
    default:
      return StandupsError(
        .inputOutput,
        "Writing failed (\(words)); nothing was changed.",
        place: path
      )
    }
  }
}

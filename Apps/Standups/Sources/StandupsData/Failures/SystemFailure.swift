import ProgramFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension SystemFailure {
  /// The error for a file that cannot be read.
  package func whileReading(_ path: String) -> StandupsError {
    switch number {
    case SystemFailure.notRegular.number:
      StandupsError(
        .noInput,
        "This is no regular file. Name one; import and --transcript read standard input as -.",
        place: path
      )
    case SystemFailure.tooLarge.number:
      StandupsError(
        .data,
        "The file is too large; at most \(FileLimit.megabytes) MB are read. It was left as it is.",
        place: path
      )
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
    case SystemFailure.notRegular.number:
      return StandupsError(
        .cannotCreate,
        "This is no regular file; nothing was changed. Name another.",
        place: path
      )
    case SystemFailure.locked.number:
      return StandupsError(
        .inputOutput,
        "Another process has held this file for \(FileLock.longestWait) seconds; nothing was "
          + "changed. End it, or try again.",
        place: path
      )
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

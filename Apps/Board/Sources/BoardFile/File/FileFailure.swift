import ProgramFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a board's file cannot be read or written, in a sentence.
package struct FileFailure: Error, Hashable, Sendable {
  package enum Kind: Sendable {
    /// Its content is not valid.
    case damaged
    /// It does not exist, or may not be read.
    case unreadable
    /// It cannot be written.
    case unwritable
  }

  package let kind: Kind
  package let message: String

  init(_ kind: Kind, _ path: String, _ message: String) {
    self.kind = kind
    self.message = "\(path): \(message)"
  }
}

extension FileFailure {
  /// The failure of a call that was to read a file.
  init(reading path: String, _ failure: SystemFailure) {
    switch failure.number {
    case SystemFailure.tooLarge.number:
      self.init(
        .damaged,
        path,
        "The file is too large; at most \(BoardFile.megabytes) MB are read. It was left as it is."
      )
    case EISDIR: self.init(.unreadable, path, "This is a folder; name a file.")
    default: self.init(.unreadable, path, "The file cannot be read: \(failure.words).")
    }
  }

  /// The failure of a write; the file is unchanged.
  init(writing path: String, _ failure: SystemFailure) {
    let message =
      if failure.isDiskFull {
        "The disk is full; nothing was changed. Free some space and try again."
      } else if failure.isRefused {
        "The file may not be written (\(failure.words)); nothing was changed."
      } else if failure == .locked {
        "Another process has held this file for \(FileLock.longestWait) seconds; nothing was changed."
      } else {
        "The file cannot be written (\(failure.words)); nothing was changed."
      }
    self.init(.unwritable, path, message)
  }
}

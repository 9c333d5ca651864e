import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Replaces the content of a file in one step.
enum FileReplacement {
  /// The permissions of a file; `nil` if there is none, or if it is a link or anything else.
  static func permissions(at path: String) -> mode_t? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_mode & 0o777
  }

  /// Replaces or creates a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - data: Its new content.
  ///   - permissions: Its permissions from the beginning; the usual ones of a new file if `nil`.
  /// - Throws: The system's error; the file is unchanged then.
  static func replace(_ path: String, with data: Data, permissions: mode_t? = nil) throws {
    // A link stays, and its target is replaced.
    let target = try FileLocation(path).path
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(".strata-\(UUID().uuidString)").path
    do {
      try write(data, toNew: temporary, permissions)
      guard unsafe rename(temporary, target) == 0 else { throw lastError() }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
  }

  private static func write(_ data: Data, toNew path: String, _ permissions: mode_t?) throws {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let number = unsafe open(path, flags, permissions == nil ? 0o666 : 0o600)
    guard number >= 0 else { throw lastError() }
    do {
      if let permissions, fchmod(number, permissions) != 0 { throw lastError() }
      try writeAll(of: data) { part in
        unsafe part.withUnsafeBytes { unsafe systemWrite(number, $0.baseAddress, $0.count) }
      }
      guard fsync(number) == 0 else { throw lastError() }
    } catch {
      close(number)
      throw error
    }
    guard close(number) == 0 else { throw lastError() }
  }

  // Not by Foundation, whose writes begin anew after the system has taken a part.
  /// Writes bytes until the system has taken all of them.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - write: Writes a part as the system call of this name does.
  /// - Throws: The error of the system.
  static func writeAll(of data: Data, with write: (Data) -> Int) throws {
    var rest = data
    while !rest.isEmpty {
      let count = write(rest)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw lastError()
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func lastError() -> POSIXError {
    POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe Darwin.write(file, bytes, count)
  #elseif canImport(Glibc)
  unsafe Glibc.write(file, bytes, count)
  #elseif canImport(Musl)
  unsafe Musl.write(file, bytes, count)
  #endif
}

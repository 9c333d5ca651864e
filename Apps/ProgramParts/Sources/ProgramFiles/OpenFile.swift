public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that is closed when it goes out of scope.
public struct OpenFile: ~Copyable, Sendable {
  /// The system's number of the open file.
  public let number: Int32

  /// Opens a regular file; child processes do not inherit it.
  ///
  /// A pipe, a device or a socket under the path is rejected. Opening never waits, because a pipe without a
  /// writer would otherwise block the program, and every process that waits for its lock.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: The flags of the system's `open`.
  ///   - permissions: Those of a file that is created.
  /// - Throws: ``SystemFailure``; `notRegular` for what is no regular file, `EISDIR` for a folder.
  public init(
    opening path: String,
    flags: Int32,
    permissions: mode_t = 0o600
  ) throws(SystemFailure) {
    let number = try Self.open(
      path,
      flags | O_NONBLOCK | O_NOCTTY,
      permissions
    )
    do throws(SystemFailure) {
      let kind = try Self.status(of: number).st_mode & S_IFMT
      if kind == S_IFDIR { throw SystemFailure(EISDIR) }
      guard kind == S_IFREG else { throw .notRegular }
    } catch {
      _ = close(number)
      throw error
    }
    self.number = number
  }

  /// Opens a folder, to force the names in it to the device.
  ///
  /// - Throws: ``SystemFailure``.
  init(openingFolder path: String) throws(SystemFailure) {
    number = try Self.open(path, O_RDONLY | O_DIRECTORY, 0)
  }

  private static func open(
    _ path: String,
    _ flags: Int32,
    _ permissions: mode_t
  ) throws(SystemFailure) -> Int32 {
    // The text behind a zero byte would be cut off silently.
    guard !path.utf8.contains(0) else { throw SystemFailure(EINVAL) }
    while true {
      let number = systemOpen(path, flags | O_CLOEXEC, permissions)
      if number >= 0 { return number }
      switch errno {
      case EINTR: continue
      // The error of opening a pipe without a reader, or a socket, without waiting.
      case ENXIO: throw .notRegular
      default: throw .last
      }
    }
  }

  deinit {
    _ = close(number)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``SystemFailure``; a part of the bytes may be written then.
  public borrowing func write(_ data: Data) throws(SystemFailure) {
    var rest = data[...]
    while !rest.isEmpty {
      // A part at a time: a single write is cut at about 2 GB on Linux and fails above on others.
      let part = rest.prefix(1 << 24)
      // SAFETY: at most so many bytes are read, from memory that is there until it returns.
      let count = unsafe part.withUnsafeBytes { bytes in
        unsafe systemWrite(number, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw .last }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }

  /// How many bytes it has.
  ///
  /// - Throws: ``SystemFailure``.
  public borrowing func size() throws(SystemFailure) -> Int { try Int(status().st_size) }

  /// Gives it another number of bytes.
  ///
  /// - Throws: ``SystemFailure``.
  public borrowing func truncate(to size: Int) throws(SystemFailure) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last }
  }

  /// Reads to the end.
  ///
  /// - Parameter limit: The most bytes that are accepted.
  /// - Returns: The bytes.
  /// - Throws: ``SystemFailure``; `tooLarge` for a file with more bytes.
  public borrowing func readToEnd(limit: Int) throws(SystemFailure) -> Data {
    Data(try readBytes(limit: limit))
  }

  /// Reads to the end, into an array.
  ///
  /// - Parameter limit: The most bytes that are accepted.
  /// - Returns: The bytes.
  /// - Throws: ``SystemFailure``; `tooLarge` for a file with more bytes.
  public borrowing func readBytes(limit: Int) throws(SystemFailure) -> [UInt8] {
    let size = try self.size()
    guard size <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try readPiece(into: &piece)
      if count == 0 { return bytes }
      // It may grow while it is read, and files of the system say that they are empty.
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  /// Reads the next bytes.
  ///
  /// - Parameter piece: Takes them at its beginning; its size is the most that are read.
  /// - Returns: How many they are; 0 at the end.
  /// - Throws: ``SystemFailure``.
  public borrowing func readPiece(into piece: inout [UInt8]) throws(SystemFailure) -> Int {
    while true {
      // SAFETY: at most so many bytes are written.
      let count = unsafe piece.withUnsafeMutableBytes { bytes in
        unsafe systemRead(number, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Waits until the device has what was written.
  ///
  /// - Throws: ``SystemFailure``.
  public borrowing func synchronize() throws(SystemFailure) {
    #if canImport(Darwin)
    // On Apple's systems `fsync` leaves data in the drive's own memory.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw .last }
  }

  /// The system's data about the file.
  ///
  /// - Throws: ``SystemFailure``.
  borrowing func status() throws(SystemFailure) -> stat { try Self.status(of: number) }

  private static func status(of number: Int32) throws(SystemFailure) -> stat {
    var status = stat()
    // SAFETY: the system writes one `stat`.
    guard unsafe fstat(number, &status) == 0 else { throw .last }
    return status
  }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are accepted.
  /// - Returns: The content.
  /// - Throws: ``SystemFailure``; `tooLarge` for a file with more bytes.
  public static func read(_ path: String, limit: Int) throws(SystemFailure) -> Data {
    try OpenFile(opening: path, flags: O_RDONLY).readToEnd(limit: limit)
  }
}

/// `write` of the system, which the method of the same name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

/// `read` of the system, likewise.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}

/// `open` of the system, likewise.
private func systemOpen(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  // SAFETY: the path is a C string for the length of the call.
  unsafe open(path, flags, permissions)
}

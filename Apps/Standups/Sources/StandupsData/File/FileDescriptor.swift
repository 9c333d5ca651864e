import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that is closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  let number: Int32

  /// Opens a file; it is not inherited by child processes.
  ///
  /// - Throws: ``SystemFailure``.
  init(
    opening path: String,
    flags: Int32,
    permissions: mode_t = 0o600
  ) throws(SystemFailure) {
    while true {
      let number = unsafe open(path, flags | O_CLOEXEC, permissions)
      if number >= 0 {
        self.number = number
        return
      }
      guard errno == EINTR else { throw .last }
    }
  }

  deinit {
    _ = close(number)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``SystemFailure``; a part of the bytes may be written then.
  borrowing func write(_ data: Data) throws(SystemFailure) {
    var rest = data[...]
    while !rest.isEmpty {
      // A part at a time: a single write is cut at about 2 GB on Linux and fails above on others.
      let part = rest.prefix(1 << 24)
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

  /// Reads to the end.
  ///
  /// - Throws: ``SystemFailure``.
  borrowing func readToEnd() throws(SystemFailure) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(number, bytes.baseAddress, bytes.count)
      }
      if count < 0 {
        guard errno == EINTR else { throw .last }
        continue
      }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }

  /// Waits until the device has what was written.
  ///
  /// - Throws: ``SystemFailure``.
  borrowing func synchronize() throws(SystemFailure) {
    #if canImport(Darwin)
    // On Apple's systems `fsync` leaves data in the drive's own memory.
    if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw .last }
  }

  /// The permissions and kind of the file.
  ///
  /// - Throws: ``SystemFailure``.
  borrowing func mode() throws(SystemFailure) -> mode_t {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .last }
    return status.st_mode
  }
}

/// `write` of the system, which the method of the same name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

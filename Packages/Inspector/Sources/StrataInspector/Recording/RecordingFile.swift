import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a recording cannot be written to a file.
public struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it, as the system says it.
  public let reason: String

  /// One sentence with the file and the reason.
  public var description: String { "The recording \(path) cannot be written: \(reason)." }
}

/// A file that a recording is written to.
final class RecordingFile: Sendable {
  private let descriptor: Int32
  private let hasFailed = Atomic(false)

  /// Opens a regular file that does not exist, is empty or is a recording, and empties it.
  init(_ path: String) throws(RecordingFileError) {
    // Not blocking, so that a pipe without a reader does not hold the program.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw unsafe RecordingFileError(path: path, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    let reason: String? =
      if unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
        "it is no regular file"
      } else if status.st_size > 0, !Self.isRecording(descriptor) {
        "it exists, and is no recording"
      } else if ftruncate(descriptor, 0) != 0 {
        unsafe String(cString: strerror(errno))
      } else {
        nil
      }
    if let reason {
      close(descriptor)
      throw RecordingFileError(path: path, reason: reason)
    }
    self.descriptor = descriptor
  }

  // So that a wrong name destroys nobody's file.
  private static func isRecording(_ descriptor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    let beginning = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    return beginning.hasPrefix(#"{"type":"header","format":"strata-recording""#)
  }

  deinit { close(descriptor) }

  /// Appends a line.
  ///
  /// - Returns: `false` if the file cannot be written, now or before.
  @discardableResult
  func write(_ line: [UInt8]) -> Bool {
    guard !hasFailed.load(ordering: .relaxed) else { return false }
    var written = 0
    while written < line.count {
      let count = unsafe line.withUnsafeBytes {
        unsafe systemWrite(
          descriptor,
          $0.baseAddress.map { unsafe $0 + written },
          $0.count - written
        )
      }
      if count > 0 {
        written += count
      } else if errno != EINTR {
        hasFailed.store(true, ordering: .relaxed)
        return false
      }
    }
    return true
  }

  private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.write(file, bytes, count)
    #elseif canImport(Glibc)
    unsafe Glibc.write(file, bytes, count)
    #else
    unsafe Musl.write(file, bytes, count)
    #endif
  }
}

import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard input, read without ever blocking a thread of the concurrency pool.
///
/// A read waits on a thread of its own for input or for cancellation, whichever comes first, and only then takes
/// bytes. A meeting that ends by itself must leave later input to the shell.
public final class StandardInput: InputChannel {
  /// The one of this process.
  public static let shared = StandardInput()

  private let queue = DispatchQueue(label: "program.input")
  /// Bytes that were given back, in the order in which they are to be read.
  private let returned = Mutex<[UInt8]>([])

  private init() {}

  /// Whether a person types.
  public var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Takes back bytes that were read but not used; the next ``read()`` returns them.
  ///
  /// - Parameter bytes: The bytes, in the order in which they were read.
  public func putBack(_ bytes: [UInt8]) {
    returned.withLock { $0 = bytes + $0 }
  }

  /// Waits for the next bytes.
  ///
  /// - Returns: At least one byte; `nil` at the end, and when the calling task is cancelled, which takes no bytes.
  /// - Throws: ``InputFailure`` if the system cannot read it: it is a folder, or no further file can be opened.
  public func read() async throws(InputFailure) -> [UInt8]? {
    let waiting = returned.withLock { bytes in
      defer { bytes = [] }
      return bytes
    }
    guard waiting.isEmpty else { return waiting }
    guard !Task.isCancelled else { return nil }
    guard let bell = WakePipe() else { throw .last }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: Self.wait(or: bell)) }
      }
    } onCancel: {
      bell.ring()
    }
    return try result.get()
  }

  private static func wait(or bell: WakePipe) -> Result<[UInt8]?, InputFailure> {
    while true {
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      // SAFETY: two entries, as is said.
      if unsafe poll(&descriptors, 2, -1) < 0 {
        guard errno == EINTR else { return .failure(.last) }
        continue
      }
      if descriptors[1].revents != 0 { return .success(nil) }
      let hasHungUp =
        descriptors[0].revents & Int16(POLLHUP) != 0 && isCharacterDevice(STDIN_FILENO)
      var buffer = [UInt8](repeating: 0, count: 4096)
      // SAFETY: at most so many bytes are written.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 { return .success(Array(buffer[..<count])) }
      // A terminal that has gone gives an end or an error, as it happens.
      if hasHungUp { return .failure(.hungUp) }
      if count == 0 { return .success(nil) }
      guard errno == EINTR || errno == EAGAIN else { return .failure(.last) }
    }
  }
}

/// A pipe that ends a `poll`.
private final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the system writes two numbers.
    guard unsafe pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func ring() {
    // SAFETY: one byte is read.
    _ = unsafe write(writeEnd, [1], 1)
  }
}

/// `read` of the system, which the method of the same name hides.
private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, bytes, count)
}

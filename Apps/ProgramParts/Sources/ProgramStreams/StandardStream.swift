#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output or standard error, unbuffered.
public struct StandardStream: Hashable, Sendable {
  /// The program's result.
  public static let output = StandardStream(number: STDOUT_FILENO)
  /// Messages about the result.
  public static let errors = StandardStream(number: STDERR_FILENO)

  private let number: Int32

  /// Its name in messages.
  public var name: String { number == STDOUT_FILENO ? "standard output" : "standard error" }

  /// Whether a person watches.
  public var isTerminal: Bool { isatty(number) == 1 }

  /// The current width of the terminal in columns; 80 if there is none.
  public var columns: Int { size.map { Int($0.ws_col) }.flatMap { $0 > 0 ? $0 : nil } ?? 80 }

  /// How many lines the terminal shows at once; any number if there is none.
  public var rows: Int { size.map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil } ?? .max }

  private var size: winsize? {
    var size = winsize()
    // SAFETY: the system writes one `winsize`.
    return unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Writes a text.
  ///
  /// - Parameter text: The text, which is written as it is.
  /// - Throws: ``OutputFailure`` unless all of it was written.
  public func write(_ text: String) throws(OutputFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      // SAFETY: at most so many bytes are read, from memory that is there until it returns.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(number, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .closed
      case EIO where isCharacterDevice(number): throw .hungUp
      default:
        // SAFETY: the text is copied before another call can change it.
        throw .refused(unsafe String(cString: strerror(errno)))
      }
    }
  }

  /// A terminal shared with a program that made it non-blocking takes only a part at a time.
  private func waitUntilWritable() {
    var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    // SAFETY: one entry, as is said.
    _ = unsafe poll(&descriptor, 1, -1)
  }
}

/// `write` of the system, which the method of the same name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

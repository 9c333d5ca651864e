import ProgramFiles
import StandupsData

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard output or standard error, unbuffered.
package struct StandardChannel: OutputChannel {
  /// The program's result.
  package static let output = StandardChannel(number: STDOUT_FILENO)
  /// Messages about the result.
  package static let errors = StandardChannel(number: STDERR_FILENO)

  private let number: Int32

  package var isTerminal: Bool { isatty(number) == 1 }

  package var columns: Int {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package var rows: Int {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return .max }
    return Int(size.ws_row)
  }

  package func write(_ text: String) throws(OutputFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
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
      default: throw .refused(refusal(.last))
      }
    }
  }

  private func refusal(_ failure: SystemFailure) -> StandupsError {
    let name = number == STDOUT_FILENO ? "standard output" : "standard error"
    return StandupsError(.inputOutput, "Writing to \(name) failed: \(failure.words).")
  }

  /// A terminal shared with a program that made it non-blocking takes only a part at a time.
  private func waitUntilWritable() {
    var descriptor = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&descriptor, 1, -1)
  }
}

/// `write` of the system, which the method of the same name hides.
private func systemWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, bytes, count)
}

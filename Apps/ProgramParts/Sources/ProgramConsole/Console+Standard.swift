import Dispatch
import ProgramSignals

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Console {
  /// The process's standard streams, unbuffered.
  public static let standard = Console(
    write: { text throws(OutputFailure) in try writeAll(text, to: STDOUT_FILENO) },
    complain: { try? writeAll($0, to: STDERR_FILENO) },
    nextLine: {
      // On a thread of its own: reading waits, and the threads of the concurrency pool must not.
      await withCheckedContinuation { continuation in
        inputQueue.async { continuation.resume(returning: StandardLines.shared.next()) }
      }
    },
    isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
    columns: columns,
    signals: { Signals.stream($0) }
  )

  private static var columns: Int {
    var size = winsize()
    // SAFETY: the system writes one `winsize`.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  private static let inputQueue = DispatchQueue(label: "program.input")
}

private func writeAll(_ text: String, to descriptor: Int32) throws(OutputFailure) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    // SAFETY: `write` reads at most so many bytes, from memory that is there until it returns.
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
      continue
    }
    switch errno {
    case EINTR: continue
    case EPIPE: throw .closed
    case EAGAIN:
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // SAFETY: one entry, as is said.
      _ = unsafe poll(&waiting, 1, -1)
    default:
      // SAFETY: the text is copied before another call can change it.
      throw .refused(unsafe String(cString: strerror(errno)))
    }
  }
}

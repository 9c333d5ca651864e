import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Signals as a sequence.
///
/// A handler writes each signal into a pipe, and a dispatch source reads them from there. Dispatch's own signal
/// sources take effect some time after they were made, and an earlier signal is lost. A Ctrl-C right after the
/// bar appeared was lost that way.
public enum Signals: Sendable {
  /// All that would otherwise end the process, and that can be taken over.
  ///
  /// Not those of a fault of the process itself. Each number fits into a byte.
  public static let endings: [Int32] = {
    let common = [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    ]
    #if os(Linux)
    // SIGSTKFLT, SIGIO and SIGPWR, which not every C library names, and the real-time signals. Those
    // below 34 belong to the C library.
    return common + [16, 29, 30] + Array(34...64)
    #else
    return common
    #endif
  }()

  /// The end that the handler writes to; -1 while no signals are taken over.
  ///
  /// Only read in the handler, after it was written here, so it is initialised by then.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// Takes over some signals: they do nothing else until the sequence ends or is given up.
  ///
  /// - Parameter numbers: The signals.
  /// - Returns: The signals in the order of arrival; none where there is no pipe to be had, in which
  ///   case they do what they always do. A hang-up that is ignored stays ignored.
  /// - Precondition: No other such sequence is in use.
  public static func stream(_ numbers: [Int32]) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return stream }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    // A handler must not wait, and no child process is to inherit either end.
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipeEnd.store(writeEnd, ordering: .sequentiallyConsistent)
    let taken = numbers.filter(take)
    let source = DispatchSource.makeReadSource(fileDescriptor: readEnd, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      while unsafe read(readEnd, &byte, 1) == 1 { continuation.yield(Int32(byte)) }
    }
    source.setCancelHandler {
      close(readEnd)
      close(writeEnd)
    }
    let reader = Reader(source: source)
    continuation.onTermination = { _ in
      for number in taken { signal(number, SIG_DFL) }
      pipeEnd.store(-1, ordering: .sequentiallyConsistent)
      reader.source.cancel()
    }
    source.resume()
    return stream
  }

  /// Takes a signal over, unless it is a hang-up that the process was told to ignore, as `nohup` does.
  ///
  /// - Returns: Whether it was taken over.
  private static func take(_ number: Int32) -> Bool {
    let former = signal(number, handle)
    // SAFETY: a handler is an address, also where it stands for no function.
    let isIgnored =
      unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    guard number == SIGHUP, isIgnored else { return true }
    signal(number, SIG_IGN)
    return false
  }

  private static let handle: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(pipeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = saved
  }

  // SAFETY: a dispatch source may be used from any thread; the protocol just does not say so.
  private struct Reader: @unchecked Sendable {
    let source: any DispatchSourceRead
  }
}

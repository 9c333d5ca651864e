import Synchronization

#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// A started process, with this process's ends of its streams.
///
/// It uses the bare system calls. A test has to kill at a chosen time, to own a terminal's other end, and to know the
/// exact exit status.
package final class SpawnedProcess: Sendable {
  /// The target of a stream of the new process.
  package enum Stream: Sendable {
    /// To a pipe whose other end is ``SpawnedProcess/input``, `output` or `errors`.
    case pipe
    /// To `/dev/null`.
    case nowhere
    /// To a file descriptor of this process.
    case descriptor(Int32)
    /// To a pipe without a reader.
    case closedPipe
    /// Nowhere: the new process does not have it.
    case closed
    /// To `/dev/full`, which rejects writes as a full disk does.
    case fullDevice
  }

  /// Locked while descriptors are made and processes are started. A process that another thread starts in between would
  /// inherit an end of a pipe and keep it open.
  static let oneAtATime = Mutex(())

  package let pid: pid_t
  /// Writes to the process; -1 unless a pipe was asked for.
  package let input: Int32
  /// Reads from the process; -1 unless a pipe was asked for.
  package let output: Int32
  /// Reads from the process; -1 unless a pipe was asked for.
  package let errors: Int32

  /// Starts a process.
  ///
  /// - Parameter terminal: A terminal that becomes its controlling one and all of its streams.
  package init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    input: Stream = .nowhere,
    output: Stream = .pipe,
    errors: Stream = .pipe,
    terminal: String? = nil
  ) throws {
    (pid, self.input, self.output, self.errors) = try Self.oneAtATime.withLock { _ in
      var plan = SpawnPlan()
      var ends: [Int32] = [-1, -1, -1]
      if let terminal {
        plan.attach(terminal: terminal)
      } else {
        for (number, stream) in [input, output, errors].enumerated() {
          ends[number] = try plan.connect(stream, to: Int32(number))
        }
      }
      return (try plan.spawn(path, arguments, environment), ends[0], ends[1], ends[2])
    }
  }

  /// Sends a signal.
  package func send(_ signal: Int32) {
    _ = kill(pid, signal)
  }

  /// Waits until the process has ended.
  ///
  /// - Returns: Its exit code, or 128 and the number of the signal that ended it, as shells say it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// A system call that failed.
package struct SpawnFailure: Error, CustomStringConvertible {
  package var call: String
  package var number: Int32

  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  package var description: String { unsafe "\(call): \(String(cString: strerror(number)))" }
}

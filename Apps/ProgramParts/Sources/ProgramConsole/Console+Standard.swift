import Dispatch
import ProgramSignals
import ProgramStreams

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
    write: { text throws(OutputFailure) in
      do throws(StreamFailure) {
        try StandardStream.output.write(text)
      } catch {
        throw OutputFailure(error)
      }
    },
    complain: { try? StandardStream.errors.write($0) },
    nextLine: {
      // On a thread of its own: reading waits, and the threads of the concurrency pool must not.
      await withCheckedContinuation { continuation in
        inputQueue.async { continuation.resume(returning: StandardLines.shared.next()) }
      }
    },
    isInteractive: isatty(STDIN_FILENO) == 1 && StandardStream.output.isTerminal,
    columns: StandardStream.output.columns,
    signals: { Signals.stream($0) }
  )

  private static let inputQueue = DispatchQueue(label: "program.input")
}

extension OutputFailure {
  fileprivate init(_ failure: StreamFailure) {
    switch failure {
    case .closed: self = .closed
    case .refused(let words): self = .refused(words)
    }
  }
}

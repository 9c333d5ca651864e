import ProgramSignals
import ProgramStreams

extension Console {
  /// The process's standard streams, unbuffered.
  public static let standard = Console(
    write: { text throws(OutputFailure) in try StandardStream.output.write(text) },
    complain: { try? StandardStream.errors.write($0) },
    nextLine: { () async throws(InputFailure) -> String? in
      try await StandardInput.shared.readLine(limit: longestLine)
    },
    isInteractive: StandardInput.shared.isTerminal && StandardStream.output.isTerminal,
    columns: StandardStream.output.columns,
    signals: { Signals.stream($0) }
  )
}

import ProgramStreams
import StandupsData

/// Standard output or standard error, unbuffered.
package struct StandardChannel: OutputChannel {
  /// The program's result.
  package static let output = StandardChannel(stream: .output)
  /// Messages about the result.
  package static let errors = StandardChannel(stream: .errors)

  private let stream: StandardStream

  package var isTerminal: Bool { stream.isTerminal }
  package var columns: Int { stream.columns }
  package var rows: Int { stream.rows }

  package func write(_ text: String) throws(ChannelFailure) {
    do throws(OutputFailure) {
      try stream.write(text)
    } catch {
      switch error {
      case .closed: throw .closed
      case .hungUp: throw .hungUp
      case .refused(let words):
        throw .refused(StandupsError(.inputOutput, "Writing to \(stream.name) failed: \(words)."))
      }
    }
  }
}

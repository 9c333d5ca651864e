import ProgramStreams
package import StandupsData

/// Why a text could not be written, or an input not be read.
package enum ChannelFailure: Error, Hashable, Sendable {
  /// The reader of the output has gone, as after `standups list | head -1`.
  case closed
  /// The terminal has gone, as when its window is closed.
  case hungUp
  /// The system rejected it: a full disk, a descriptor that was never opened, an input that is a folder.
  case refused(StandupsError)
}

extension ChannelFailure {
  /// The failure of an input.
  init(_ failure: InputFailure) {
    self =
      failure == .hungUp ? .hungUp : .refused(StandupsError(.inputOutput, failure.description))
  }

  /// The same, with the words that the data file was changed all the same.
  package var afterChange: ChannelFailure { adding("The change was made.") }

  /// The same, with a sentence about what was done all the same.
  func adding(_ sentence: String) -> ChannelFailure {
    guard case .refused(var error) = self else { return self }
    error.message += " " + sentence
    return .refused(error)
  }
}

/// A destination of text: a terminal, a pipe, a file, or a test.
package protocol OutputChannel: Sendable {
  /// Whether a person watches, so that colours and redrawing make sense.
  var isTerminal: Bool { get }
  /// The current width of the terminal in columns; 80 if there is none.
  var columns: Int { get }
  /// How many lines the terminal shows at once.
  var rows: Int { get }
  /// Writes a text as it is.
  ///
  /// - Throws: ``ChannelFailure`` unless all of it was written.
  func write(_ text: String) throws(ChannelFailure)
}

extension OutputChannel {
  /// As many as there are to show.
  package var rows: Int { .max }
}

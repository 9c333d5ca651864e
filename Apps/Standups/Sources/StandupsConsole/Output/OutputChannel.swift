package import StandupsData

/// Why a text could not be written.
package enum OutputFailure: Error, Hashable, Sendable {
  /// Nobody reads what the program writes any more, as after `standups list | head -1`.
  case closed
  /// The system refused it: a full disk, a descriptor that was never opened.
  case refused(StandupsError)
}

extension OutputFailure {
  /// The same, with the words that the data file was changed all the same.
  package var afterChange: OutputFailure {
    guard case .refused(var error) = self else { return self }
    error.message += " The change was made."
    return .refused(error)
  }
}

/// Where text goes: a terminal, a pipe, a file, or a test.
package protocol OutputChannel: Sendable {
  /// Whether a person watches, so that colours and redrawing make sense.
  var isTerminal: Bool { get }
  /// The width of the terminal in character cells now; 80 where there is none.
  var columns: Int { get }
  /// Writes a text as it is.
  ///
  /// - Throws: ``OutputFailure`` unless all of it was written.
  func write(_ text: String) throws(OutputFailure)
}

/// A failure, with a sentence that says what, where and what to do.
package struct StandupsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure; the raw value is the program's exit code (those of `sysexits.h`).
  package enum Code: Int32, Sendable, CaseIterable {
    /// A person was asked, and did not say yes.
    case declined = 1
    /// The command line cannot be followed as it stands.
    case usage = 64
    /// A file's content is damaged, of another kind, newer or invalid; or undoing would lose a later change.
    case data = 65
    /// A file to read, a named stand-up or meeting, or a change to undo does not exist.
    case noInput = 66
    /// A file cannot be created or replaced: permission, a read-only volume, a missing folder.
    case cannotCreate = 73
    /// Reading or writing failed midway: a full disk, a broken device.
    case inputOutput = 74
  }

  package var code: Code
  /// The sentence for a person.
  package var message: String
  /// File and position, if there is one: `team.csv, line 3`.
  package var place: String?
  /// Names that were probably meant.
  package var suggestions: [String]

  package init(
    _ code: Code,
    _ message: String,
    place: String? = nil,
    suggestions: [String] = []
  ) {
    self.code = code
    self.message = message
    self.place = place
    self.suggestions = suggestions
  }

  /// `place: message`, with the suggestions after it.
  package var description: String {
    var text = place.map { "\($0): \(message)" } ?? message
    if !suggestions.isEmpty {
      text += " Did you mean \(suggestions.joined(separator: " or "))?"
    }
    return text
  }
}

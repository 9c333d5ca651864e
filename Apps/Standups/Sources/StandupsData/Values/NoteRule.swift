/// The rule for the texts of a meeting: what was said, and the names of those who said it.
package enum NoteRule: Sendable {
  /// The longest note that is taken, in bytes.
  package static let longest = 1 << 14

  /// The longest text of a meeting that a document may have, in bytes.
  package static let longestText = 1 << 16

  /// The fault of a text of a meeting, as a sentence, or `nil`.
  static func fault(of text: String) -> String? {
    text.utf8.count > longestText ? "A text has more than \(longestText) bytes." : nil
  }
}

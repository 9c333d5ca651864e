/// A change that was made: when, by whom, and why.
package struct Entry: Equatable, Sendable {
  /// The effect of a change.
  package enum Kind: Equatable, Sendable {
    case change([Operation])
    /// Takes back so many changes.
    case undo(Int)
    /// Makes so many changes again.
    case redo(Int)
  }

  /// Counted from 1 since the board was begun.
  package var number: Int
  package var note: Note
  package var kind: Kind

  package init(number: Int, note: Note, kind: Kind) {
    self.number = number
    self.note = note
    self.kind = kind
  }
}

/// The author, time and reason of a change.
package struct Note: Equatable, Sendable {
  package var moment: Moment
  package var user: String
  /// The typed command.
  package var command: String?
  /// The person's reason.
  package var reason: String?

  package init(moment: Moment, user: String, command: String? = nil, reason: String? = nil) {
    self.moment = moment
    self.user = user
    self.command = command
    self.reason = reason
  }
}

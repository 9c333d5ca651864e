package import Foundation

/// A past meeting.
package struct Meeting: Codable, Hashable, Identifiable, Sendable {
  /// How a meeting came to its end.
  package enum Ending: String, Codable, CaseIterable, Sendable {
    /// The last speaker was done.
    case finished
    /// A person ended it before the last speaker was done.
    case early
    /// The program had to stop (Ctrl-C without a terminal, a signal) and saved the meeting so far.
    case interrupted
  }

  package var id: UUID
  /// When it began, in whole seconds.
  package var date: Date
  /// How long it took, in seconds.
  package var seconds: Int
  package var ending: Ending
  /// The speakers and their times, in the order of speaking.
  package var turns: [Turn]
  /// The notes, in their order.
  package var transcript: [TranscriptLine]

  package init(
    id: UUID,
    date: Date,
    seconds: Int,
    ending: Ending,
    turns: [Turn],
    transcript: [TranscriptLine] = []
  ) {
    self.id = id
    self.date = date.inWholeSeconds
    self.seconds = seconds
    self.ending = ending
    self.turns = turns
    self.transcript = transcript
  }
}

/// One person's turn at a meeting, counted in seconds.
package struct Turn: Codable, Hashable, Sendable {
  /// The name at that time: a meeting stays readable after the person left the stand-up.
  package var name: String
  package var seconds: Int

  package init(name: String, seconds: Int) {
    self.name = name
    self.seconds = seconds
  }
}

/// One noted line of a meeting.
package struct TranscriptLine: Codable, Hashable, Sendable {
  /// Seconds from the meeting's beginning.
  package var second: Int
  package var speaker: String
  package var text: String

  package init(second: Int, speaker: String, text: String) {
    self.second = second
    self.speaker = speaker
    self.text = text
  }
}

extension Date {
  /// The date without its fraction of a second, which the document's ISO 8601 text loses.
  package var inWholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}

package import Foundation

/// A meeting that was held.
package struct Meeting: Codable, Hashable, Identifiable, Sendable {
  /// How a meeting came to its end.
  package enum Ending: String, Codable, CaseIterable, Sendable {
    /// The last speaker was done.
    case finished
    /// Somebody ended it before the last speaker was done.
    case early
    /// The program was told to stop (Ctrl-C without a terminal, a signal) and kept what there was.
    case interrupted
  }

  package var id: UUID
  /// When it began, in whole seconds.
  package var date: Date
  /// How long it took, in seconds.
  package var seconds: Int
  package var ending: Ending
  /// Who spoke for how long, in the order of speaking.
  package var turns: [Turn]
  /// What was noted, in the order of noting.
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

/// What one person said at a meeting, counted in seconds.
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
  /// The date without its fraction of a second, which the document's ISO 8601 text does not keep.
  package var inWholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}

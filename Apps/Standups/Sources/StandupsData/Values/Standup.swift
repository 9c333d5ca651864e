package import Foundation

/// A recurring meeting: its attendees, its planned length, and its past meetings.
package struct Standup: Codable, Hashable, Identifiable, Sendable {
  /// The identity, which stays when title and handle change.
  package var id: UUID
  /// The short name that a person types, such as `morning-sync`; unique in a document.
  package var handle: String
  /// The name that is shown.
  package var title: String
  /// The planned length of one meeting, in seconds.
  package var plannedSeconds: Int
  /// The colour of its progress bar.
  package var theme: Theme
  /// The speakers, in the order of speaking.
  package var attendees: [Attendee]
  /// The past meetings, oldest first.
  package var meetings: [Meeting]

  package init(
    id: UUID,
    handle: String,
    title: String,
    plannedSeconds: Int,
    theme: Theme = .plain,
    attendees: [Attendee] = [],
    meetings: [Meeting] = []
  ) {
    self.id = id
    self.handle = handle
    self.title = title
    self.plannedSeconds = plannedSeconds
    self.theme = theme
    self.attendees = attendees
    self.meetings = meetings
  }

  /// The share of one speaker in seconds, at least one; the whole length if the list is empty.
  package var secondsPerSpeaker: Int {
    max(1, plannedSeconds / max(1, attendees.count))
  }
}

import Foundation
import StandupsData
import Strata

/// The recorded values of a stand-up, a property for each value that a person can change.
@Model struct StandupRecord {
  let id: UUID
  private(set) var title: String
  private(set) var handle: String
  private(set) var length: String
  private(set) var theme: String
  private(set) var people: String
  private(set) var meetings: Int

  init(_ standup: Standup) {
    id = standup.id
    title = standup.title
    handle = standup.handle
    length = MeetingLength.units(standup.plannedSeconds)
    theme = standup.theme.rawValue
    people = Self.people(of: standup)
    meetings = standup.meetings.count
  }

  /// Takes over the new values.
  func follow(_ standup: Standup) {
    // Compared here, because a write of an equal value is recorded like any other.
    if title != standup.title { title = standup.title }
    if handle != standup.handle { handle = standup.handle }
    let length = MeetingLength.units(standup.plannedSeconds)
    if self.length != length { self.length = length }
    if theme != standup.theme.rawValue { theme = standup.theme.rawValue }
    let people = Self.people(of: standup)
    if self.people != people { self.people = people }
    if meetings != standup.meetings.count { meetings = standup.meetings.count }
  }

  private static func people(of standup: Standup) -> String {
    standup.attendees.map(\.name).joined(separator: ", ")
  }
}

/// The recorded values of a document.
@Model struct TeamRecord {
  private(set) var standups: IdentifiedArrayOf<StandupRecord> = []
  private(set) var defaultLength = ""
  private(set) var bell = ""

  init() {}

  /// Takes over the new values, a stand-up at a time, so that each has a record of its own.
  func follow(_ document: StandupsDocument) {
    let length = MeetingLength.units(document.settings.defaultSeconds)
    if defaultLength != length { defaultLength = length }
    let bell = document.settings.rings ? "on" : "off"
    if self.bell != bell { self.bell = bell }
    let wanted = Set(document.standups.map(\.id))
    for known in standups.map(\.id) where !wanted.contains(known) {
      standups.remove(id: known)
    }
    for standup in document.standups {
      if let known = standups[id: standup.id] {
        known.follow(standup)
      } else {
        standups.append(StandupRecord(standup))
      }
    }
  }
}

import Foundation
import Strata

// Declarations that the document's samples use and do not show.

/// The document declares `FactClient` as its own key and then asks by this name.
typealias FactClientKey = FactClient

@Model struct FactPromptModel {
  let count: Int
  var fact: String
}

struct Attendee: Equatable, Identifiable {
  struct ID: Hashable {
    let rawValue: UUID

    init(_ rawValue: UUID) { self.rawValue = rawValue }
  }

  let id: ID
  var name = ""
}

struct Standup: Equatable {
  var title = ""
  var attendees: [Attendee] = []
}

struct Meeting: Equatable {
  var transcript = ""
}

@Model struct StandupDetail {
  var standup: Standup
}

@Model struct RecordMeeting {
  var seconds = 0
}

@Model struct StandupsApp {
  var path: Path?
}

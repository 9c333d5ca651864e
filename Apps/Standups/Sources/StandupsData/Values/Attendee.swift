package import Foundation

/// A person who speaks at a stand-up.
package struct Attendee: Codable, Hashable, Identifiable, Sendable {
  package var id: UUID
  package var name: String

  package init(id: UUID, name: String) {
    self.id = id
    self.name = name
  }
}

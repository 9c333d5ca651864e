/// A person's input when adding or editing a stand-up; `nil` leaves a value as it is.
package struct StandupDraft: Hashable, Sendable {
  package var title: String?
  package var handle: String?
  package var plannedSeconds: Int?
  package var theme: Theme?
  /// Names of people who join, in the order of speaking.
  package var joining: [String]
  /// Names of people who leave.
  package var leaving: [String]

  package init(
    title: String? = nil,
    handle: String? = nil,
    plannedSeconds: Int? = nil,
    theme: Theme? = nil,
    joining: [String] = [],
    leaving: [String] = []
  ) {
    self.title = title
    self.handle = handle
    self.plannedSeconds = plannedSeconds
    self.theme = theme
    self.joining = joining
    self.leaving = leaving
  }
}

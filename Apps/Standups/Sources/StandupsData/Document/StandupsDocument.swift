/// Everything that the program keeps, as one value.
package struct StandupsDocument: Hashable, Sendable {
  /// What the file says it is, so that a foreign JSON file is recognised as such.
  package static let format = "standups"
  /// The newest schema that this program reads, and the one it writes.
  package static let version = 1

  package var settings: Settings
  /// In the order in which they were added.
  package var standups: [Standup]

  package init(settings: Settings = Settings(), standups: [Standup] = []) {
    self.settings = settings
    self.standups = standups
  }
}

/// Everything that the program stores, as one value.
package struct StandupsDocument: Hashable, Sendable {
  /// The name of the format in the file, so that another kind of JSON file is recognised.
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

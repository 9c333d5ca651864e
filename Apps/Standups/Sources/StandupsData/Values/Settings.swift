/// The settings for all stand-ups of a document.
package struct Settings: Codable, Hashable, Sendable {
  /// The planned length of a stand-up that is added without one, in seconds.
  package var defaultSeconds: Int
  /// Whether the terminal's bell rings when time is up.
  package var rings: Bool

  package init(defaultSeconds: Int = 15 * 60, rings: Bool = true) {
    self.defaultSeconds = defaultSeconds
    self.rings = rings
  }

  /// Takes over the differences between newer settings and those from which they were made.
  package mutating func adopt(_ newer: Settings, since known: Settings) {
    if newer.defaultSeconds != known.defaultSeconds { defaultSeconds = newer.defaultSeconds }
    if newer.rings != known.rings { rings = newer.rings }
  }
}

/// The colour of a stand-up's progress bar on a terminal that shows colours.
package enum Theme: String, Codable, CaseIterable, Sendable {
  case plain
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan
}

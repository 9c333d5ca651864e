package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataSources

/// `standups settings`.
package struct SettingsCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change what holds for all stand-ups of the data file."
  )

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The length of stand-ups that are added without one, 1s to 24h, such as 15m or 2:30 (m:ss).",
      valueName: "length"
    )
  )
  var defaultLength: LengthArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Whether the bell rings when time is up: on or off.", valueName: "on|off")
  )
  var bell: Switch?

  @OptionGroup var shared: SharedOptions

  package init() {}

  /// A setting that is on or off.
  package enum Switch: String, ExpressibleByArgument, CaseIterable, Sendable {
    case on
    case off
  }

  package func run() async throws {
    if defaultLength == nil, bell == nil { return try shared.show(.settings) }
    let desk = try shared.location.readDesk()
    var settings = desk.settings.model.settings
    if let defaultLength { settings.defaultSeconds = defaultLength.seconds }
    if let bell { settings.rings = bell == .on }
    desk.settings.model.set(settings)
    try shared.presentChange(on: desk)
  }
}

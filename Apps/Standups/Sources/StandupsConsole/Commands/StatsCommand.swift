package import ArgumentParser
import Foundation
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups stats`.
package struct StatsCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count meetings and speaking time, of one stand-up or of all."
  )

  @Argument(help: "The stand-up's handle; all if it is left out.", completion: .handles)
  var standup: String?

  @Option(
    name: .long,
    parsing: .unconditional,
    help: ArgumentHelp("Count only the meetings of the last days.", valueName: "days")
  )
  var days: Int?

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func validate() throws {
    if let days, !(1...36_500).contains(days) {
      throw ValidationError("--days takes a number from 1 to 36500.")
    }
  }

  package func run() async throws {
    @Dependency(\.date) var date
    let start = days.map { date.now.addingTimeInterval(-Double($0) * 86_400) }
    try shared.show(.statistics) { $0.statistics.count(standup, since: start) }
  }
}

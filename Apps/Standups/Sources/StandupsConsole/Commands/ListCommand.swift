package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataStores

/// `standups list`.
package struct ListCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the stand-ups.",
    discussion: """
      One line for each stand-up. The handle in the first column names it elsewhere.

      EXAMPLES
        standups list --sort last --reverse
        standups list --filter ada
      """
  )

  @Option(name: .shortAndLong, help: "What to sort by.")
  var sort = StandupQuery.Order.added

  @Flag(name: .shortAndLong, help: "The last first.")
  var reverse = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Only stand-ups with this text in handle, title, theme or people; repeat it for more.",
      valueName: "text"
    )
  )
  var filter: [String] = []

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let query = StandupQuery(order: sort, isReversed: reverse, words: filter)
    try shared.show(query == StandupQuery() ? .standups : .found(query))
  }
}

extension StandupQuery.Order: ExpressibleByArgument {}

package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataStores

/// `standups list`.
package struct ListCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the stand-ups.",
    discussion: "One line for each stand-up. The handle in the first column names it elsewhere."
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    try shared.show(.standups)
  }
}

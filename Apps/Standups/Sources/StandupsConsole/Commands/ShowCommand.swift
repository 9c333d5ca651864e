package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataStores

/// `standups show`.
package struct ShowCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one stand-up: its people and its latest meetings."
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    try shared.show(.standup(standup))
  }
}

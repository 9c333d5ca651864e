package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups add`.
package struct AddCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a stand-up.",
    discussion: """
      EXAMPLE
        standups add "Morning Sync" --length 15m --attendee Ada --attendee Grace
      """
  )

  @Argument(help: "The title, such as \"Morning Sync\".")
  var title: String

  @Option(name: .shortAndLong, parsing: .unconditional, help: LengthArgument.help)
  var length: LengthArgument?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A person who speaks; repeat it, in the order of speaking.",
      valueName: "name"
    )
  )
  var attendee: [String] = []

  @Option(name: .shortAndLong, help: "The colour of the progress bar.")
  var theme: Theme?

  @Option(name: .long, help: "The short name; made from the title unless given.")
  var handle: String?

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let draft = StandupDraft(
      title: title,
      handle: handle,
      plannedSeconds: length?.seconds,
      theme: theme,
      joining: attendee
    )
    try await shared.change { list in
      let form = list.beginAdding()
      form.draft = draft
      form.save()
    }
  }
}

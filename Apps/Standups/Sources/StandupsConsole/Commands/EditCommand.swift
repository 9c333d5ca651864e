package import ArgumentParser
import StandupsData
import StandupsFeatures
import StrataDependencies
import StrataStores

/// `standups edit`.
package struct EditCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a stand-up's title, length, theme or people.",
    discussion: """
      What is not named stays as it is. Held meetings keep the names they were held with.

      EXAMPLE
        standups edit morning-sync --attendee Edsger --remove-attendee Ada --length 20m
      """
  )

  @Argument(help: "The stand-up's handle, title, or the beginning of one.", completion: .handles)
  var standup: String

  @Option(name: .long, help: "The new title.")
  var title: String?

  @Option(name: .shortAndLong, parsing: .unconditional, help: LengthArgument.help)
  var length: LengthArgument?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A person who joins; repeatable.", valueName: "name")
  )
  var attendee: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("A person who leaves; repeatable.", valueName: "name")
  )
  var removeAttendee: [String] = []

  @Option(name: .shortAndLong, help: "The colour of the progress bar.")
  var theme: Theme?

  @Option(name: .long, help: "The new short name.")
  var handle: String?

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func validate() throws {
    let names: [Any?] = [title, length, theme, handle]
    if names.allSatisfy({ $0 == nil }), attendee.isEmpty, removeAttendee.isEmpty {
      throw ValidationError("Say what to change, for example with --title or --attendee.")
    }
  }

  package func run() async throws {
    let draft = StandupDraft(
      title: title,
      handle: handle,
      plannedSeconds: length?.seconds,
      theme: theme,
      joining: attendee,
      leaving: removeAttendee
    )
    try await shared.change { list in
      let form = try list.open(standup).edit()
      form.draft = draft
      form.save()
    }
  }
}

import ArgumentParser
import ProgramRecording
import ProgramVersion

/// `counterfact`.
struct CounterFactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counterfact",
    abstract: "Count, and learn something about the numbers.",
    discussion: """
      FIRST STEPS
        counterfact                    type add, inc 1 5, fact 1 or help
        counterfact fact 42
        printf 'add 41\\ninc 1\\nfact 1\\n' | counterfact

      Facts are worked out; --online asks a service. On a terminal the counters are kept for the next \
      time, in counterfact/counters.json of $XDG_STATE_HOME or ~/.local/state.

      EXIT CODES
        0 done   64 wrong command line   65 a line that cannot be followed
        69 the service cannot be reached, or refuses   70 something unexpected
        71 too few files may be opened   74 reading or writing failed
        75 no answer in time   76 a damaged answer
        141 output closed   128 + n ended by signal n: 129 terminal closed,
        130 Ctrl-C, 143 told to stop
      """,
    version: RepositoryVersion.current,
    subcommands: [RunCommand.self, FactCommand.self, DemoCommand.self],
    defaultSubcommand: RunCommand.self
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions
}

import ArgumentParser
import ProgramRecording
import ProgramVersion

/// `quotes`.
struct QuotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quotes",
    abstract: "Show quotes that a service gives, and keep them.",
    discussion: """
      FIRST STEPS
        quotes show --serve          from a server inside the program
        quotes serve --port 8080     that server alone, for others to ask
        quotes show --url http://127.0.0.1:8080/quotes.json
        quotes                       again from that address

      FILES
        The address that answered last: quotes/address in $XDG_STATE_HOME or
        ~/.local/state.
        Quotes, for an hour: quotes/ in $XDG_CACHE_HOME or ~/.cache.

      EXIT CODES
        0 done   64 wrong command line
        65 a line that cannot be followed, or a file of --cache of another kind
        69 the service cannot be reached, or refuses   70 something unexpected
        71 too few files may be opened
        74 reading, writing or keeping quotes failed
        75 no answer in time   76 a damaged answer
        141 output closed   128 + n ended by signal n: 129 terminal closed,
        130 Ctrl-C, 143 told to stop
      """,
    version: RepositoryVersion.current,
    subcommands: [ShowCommand.self, ServeCommand.self, DemoCommand.self],
    defaultSubcommand: ShowCommand.self
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions
}

package import ArgumentParser
import ProgramRecording
import ProgramVersion

/// `standups`.
package struct StandupsCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "standups",
    abstract: "Keep a team's stand-up meetings.",
    discussion: """
      A stand-up is a recurring short meeting: a title, a planned length, and the people who speak. \
      `record` runs a meeting and keeps who spoke for how long.

      FIRST STEPS
        standups add "Morning Sync" --length 15m --attendee Ada --attendee Grace
        standups record morning-sync
        standups stats

      FILES
        The data file: --data, else $STANDUPS_DATA, else standups/standups.json in
        $XDG_DATA_HOME or ~/.local/share. Beside it: standups.json.lock, and
        standups.json.changes for why and undo. What was typed in shells:
        standups/history in $XDG_STATE_HOME or ~/.local/state.

      ENVIRONMENT
        STANDUPS_DATA, XDG_DATA_HOME, XDG_STATE_HOME, NO_COLOR,
        PAGER (for long output)

      EXIT CODES
        0 done   1 the answer was no   64 wrong command line
        65 wrong file content   66 not found
        71 too few files may be opened   73 cannot create a file
        74 reading or writing failed
        141 output closed   128 + n ended by signal n: 129 terminal closed,
        130 Ctrl-C, 143 told to stop
      """,
    version: RepositoryVersion.current,
    subcommands: [
      ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self,
      RecordCommand.self, MeetingsCommand.self, StatsCommand.self, WhyCommand.self,
      SettingsCommand.self,
      ImportCommand.self, ExportCommand.self, ShellCommand.self,
      UndoCommand.self, RedoCommand.self, HistoryCommand.self,
      DemoCommand.self,
    ]
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  package init() {}
}

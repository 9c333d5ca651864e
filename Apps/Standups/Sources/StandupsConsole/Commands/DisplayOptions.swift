import ArgumentParser
import StrataDependencies

/// When texts are coloured.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// On terminals, unless `NO_COLOR` is set or the terminal is a dumb one.
  case auto
  case always
  case never
}

/// How results are shown.
package struct DisplayOptions: ParsableArguments {
  @Option(name: .long, help: "When texts are coloured; auto asks the terminal and $NO_COLOR.")
  var color = ColorChoice.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  package init() {}

  /// Whether nothing was asked for.
  var isUsual: Bool { color == .auto && !quiet }
}

/// A command whose results are shown as its options say.
protocol DisplayingCommand {
  var shared: SharedOptions { get }
}

extension Console {
  /// The console as the options of a command want it.
  func following(_ options: DisplayOptions) -> Console {
    var console = self
    if options.color != .auto { console.color = options.color }
    if options.quiet { console.output = SilentChannel() }
    return console
  }
}

extension AddCommand: DisplayingCommand {}
extension EditCommand: DisplayingCommand {}
extension HistoryCommand: DisplayingCommand {}
extension ImportCommand: DisplayingCommand {}
extension ListCommand: DisplayingCommand {}
extension MeetingsCommand: DisplayingCommand {}
extension RecordCommand: DisplayingCommand {}
extension RedoCommand: DisplayingCommand {}
extension RemoveCommand: DisplayingCommand {}
extension SettingsCommand: DisplayingCommand {}
extension ShellCommand: DisplayingCommand {}
extension ShowCommand: DisplayingCommand {}
extension StatsCommand: DisplayingCommand {}
extension UndoCommand: DisplayingCommand {}
extension WhyCommand: DisplayingCommand {}

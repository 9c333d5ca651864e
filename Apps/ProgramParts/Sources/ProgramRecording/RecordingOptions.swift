public import ArgumentParser

/// The options that ``RecordedRun`` takes out of a command line, as help and completions show them.
///
/// The argument parser never reads them: what is left of a command line has none before a `--`. Each command declares
/// them all the same, because completions and the manual are made from declarations alone.
public struct RecordingOptions: ParsableArguments, Sendable {
  /// The title of the options in the help of a command.
  public static let title: String = "Recording"

  @Option(
    name: .customLong("record"),
    help: ArgumentHelp(
      "Write what the program's state does; strata-inspect open FILE shows it.",
      valueName: "file"
    ),
    completion: .file()
  )
  var file: String?

  @Flag(
    name: .customLong("inspect"),
    help: ArgumentHelp(
      "Show it while the program runs, where strata-inspect serve waits.",
      discussion: "--inspect=ADDRESS names another socket, or a port of 127.0.0.1."
    )
  )
  var isInspected = false

  /// Makes the options that nothing was given for.
  public init() {}
}

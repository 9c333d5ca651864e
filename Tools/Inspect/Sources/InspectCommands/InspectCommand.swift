package import ArgumentParser
import ProgramVersion

/// The command that all others stand below.
package struct InspectCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "strata-inspect",
    abstract: "Look at what a program's state did: who wrote what, why, and what followed.",
    discussion: """
      A recording is a file that a program writes with --record FILE, or with Recording(toFile:).

      EXAMPLES
        standups --record day.jsonl demo
        strata-inspect open day.jsonl                     a page for a browser
        strata-inspect convert day.jsonl --to perfetto -o day.json
                                                          for ui.perfetto.dev
        strata-inspect convert day.jsonl --to markdown    for an issue report
        strata-inspect check day.jsonl                    lines that are no records
        strata-inspect serve                              a page for running programs
        standups --inspect demo                           a program to be seen on it

      EXIT CODES
        0 done   64 wrong command line   66 no such file
        69 an address is taken   71 too few files may be opened
        74 a file cannot be read or written
        76 the file is no recording, or has lines that are no records
        141 output closed
      """,
    version: RepositoryVersion.current,
    subcommands: [OpenCommand.self, ConvertCommand.self, CheckCommand.self, ServeCommand.self]
  )

  package init() {}
}

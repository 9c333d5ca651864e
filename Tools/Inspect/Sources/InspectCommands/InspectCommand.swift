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
        strata-inspect open day.jsonl                  writes day.jsonl.html, a page for a browser
        strata-inspect convert day.jsonl --to perfetto > day.json     for ui.perfetto.dev
        strata-inspect convert day.jsonl --to markdown                for an issue report
        strata-inspect check day.jsonl
        strata-inspect serve                           prints the address of a page that shows programs live
        standups --inspect demo                        in another terminal: the program, seen on that page

      EXIT CODES
        0 done   64 wrong command line   66 no such file   69 an address is taken
        74 a file cannot be read or written
        76 the file is no recording, or has lines that are no records   141 output closed
      """,
    version: RepositoryVersion.current,
    subcommands: [OpenCommand.self, ConvertCommand.self, CheckCommand.self, ServeCommand.self]
  )

  package init() {}
}

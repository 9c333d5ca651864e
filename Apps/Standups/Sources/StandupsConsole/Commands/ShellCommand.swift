package import ArgumentParser
import Foundation
import ProgramFiles
import ProgramStreams
import StandupsData
import StandupsFeatures
import StrataDependencies

/// `standups shell`.
package struct ShellCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Type commands one after the other, without \"standups\" before each.",
    discussion: """
      The same commands as on the command line; `help` lists them. Texts with spaces stand in \
      quotation marks. The arrows move and bring back what was typed before, also in earlier \
      shells; Tab completes commands, options and handles; Ctrl-R finds what began like this. `undo` takes back what was changed here last, `redo` makes it again, \
      `history` lists it; what another process has changed meanwhile is never taken back. \
      A failed command does not end the session; `exit` or Ctrl-D does. When the \
      commands come from a pipe, the exit code is that of the last command.
      """
  )

  @OptionGroup var shared: SharedOptions

  package init() {}

  package func run() async throws {
    let console = DependencyValues.current.console
    guard !console.isShell else {
      throw StandupsError(.usage, "This is a shell already; type a command, or exit.")
    }
    let isTalking = console.input.isTerminal && console.output.isTerminal
    if isTalking {
      try console.print(["Type a command, `help` for the commands there are, `exit` to leave."])
    }
    let history = ShellHistory(of: shared.location.file.path)
    let completions = isTalking ? ShellCompletions(for: shared.location.file) : nil
    var reader = ShellReader(
      console,
      historyPath: Self.historyPath,
      completions: { completions?.choices($0) ?? [] }
    )
    var status: Int32 = 0
    while true {
      guard let line = try await reader.nextLine() else { break }
      guard line.utf8.count <= ShellLine.longest else {
        // The rest of it is no command of its own, and may never end.
        throw StandupsError(
          .usage,
          "A line has more than \(ShellLine.longest) bytes; nothing was done, and the shell ends."
        )
      }
      // This character stands for bytes that are no text.
      if line.contains("\u{FFFD}") {
        status = reject("The line is no text in UTF-8; nothing was done.", on: console)
        continue
      }
      switch ShellLine.words(line) {
      case .words([]): continue
      case .words(let words) where Self.isEnd(words):
        guard words.count == 1 else {
          status = reject("`\(words[0])` stands alone on its line; it ends the shell.", on: console)
          continue
        }
        return try end(status, isTalking)
      case .words(let words):
        history.begin(CommandLineText.text(of: words, program: nil))
        status = await withDependencies {
          $0.console.isShell = true
          $0.dataFile = shared.location.file
          $0.shellHistory = history
        } operation: {
          await Program.run(words + inherited(by: words))
        }
        switch status {
        case Program.closedOutputStatus: throw ChannelFailure.closed
        // Ctrl-C ends a command, and another signal was meant for the program.
        case 129... where status != Program.interruptedStatus: throw ExitCode(status)
        default: break
        }
      case .openQuote: status = reject("A quotation mark is not closed.", on: console)
      }
    }
    try end(status, isTalking)
  }

  /// The file of what was typed before.
  private static var historyPath: String {
    let dependencies = DependencyValues.current
    let folders = ProgramFolders(
      of: "standups",
      environment: dependencies.processEnvironment.variables,
      home: dependencies.fileSystemPaths.home.path
    )
    return "\(folders.state)/history"
  }

  /// Says why a line is not run.
  ///
  /// - Returns: The status of the line.
  private func reject(_ message: String, on console: Console) -> Int32 {
    Program.show(StandupsError(.usage, message), asJSON: shared.json, on: console)
  }

  private static func isEnd(_ words: [String]) -> Bool {
    ["exit", "quit"].contains(words.first?.lowercased())
  }

  /// `shell --json` makes each command print JSON.
  private func inherited(by words: [String]) -> [String] {
    let takesNone: Set<String> = ["help", "export", "demo", "shell"]
    guard shared.json, let command = words.first, !takesNone.contains(command) else { return [] }
    return words.contains("--json") || words.contains("--help") || words.contains("-h")
      ? [] : ["--json"]
  }

  private func end(_ status: Int32, _ isTalking: Bool) throws {
    if status != 0, !isTalking { throw ExitCode(status) }
  }
}

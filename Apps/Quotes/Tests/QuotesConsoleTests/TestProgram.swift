import ProgramConsole
import ProgramConsoleTesting
import ProgramFiles
import ProgramStreams
import QuotesConsole
import StrataDependencies

/// A run of the program inside the test's process.
struct TestProgram: Sendable {
  var lines: [String] = []
  var isInteractive = false
  var columns = 80
  /// Why reading fails behind the lines, instead of their end.
  var inputFails: InputFailure?
  /// Why writing fails, after so many texts.
  var outputFails: (after: Int, failure: OutputFailure)?

  /// The folder of the program's files; none if it is `nil`.
  var folder: String?

  typealias Outcome = CollectedConsole.Outcome

  init(_ script: String = "") {
    lines = script.isEmpty ? [] : script.split(separator: "\n").map(String.init)
  }

  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  func run(_ arguments: [String]) async -> Outcome {
    let collected = CollectedConsole(
      lines: lines,
      isInteractive: isInteractive,
      columns: columns,
      inputFails: inputFails,
      outputFails: outputFails
    )
    let status = await withDependencies {
      $0.console = collected.console
      if let folder {
        $0.programFolders = ProgramFoldersProvider {
          ProgramFolders(of: $0, environment: [:], home: folder)
        }
      }
    } operation: {
      await Program.run(arguments)
    }
    return collected.outcome(status)
  }
}

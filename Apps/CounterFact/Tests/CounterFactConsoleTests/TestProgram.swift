import CounterFactConsole
import CounterFactModels
import ProgramConsole
import ProgramConsoleTesting
import ProgramFiles
import ProgramStreams
import StrataDependencies

/// A run of the program inside the test's process.
struct TestProgram: Sendable {
  var lines: [String] = []
  var isInteractive = false
  /// Why reading fails behind the lines, instead of their end.
  var inputFails: InputFailure?
  /// Why writing fails, after so many texts.
  var outputFails: (after: Int, failure: OutputFailure)?
  var client: FactClient?

  /// A signal that comes when the lines have been read; no line and no end comes behind it.
  var signal: Int32?

  /// The folder of the program's files; none if it is `nil`.
  var folder: String?

  typealias Outcome = CollectedConsole.Outcome

  init(_ script: String = "", client: FactClient? = nil) {
    lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if script.isEmpty { lines = [] }
    self.client = client
  }

  func run(_ arguments: String...) async -> Outcome {
    await run(arguments)
  }

  func run(_ arguments: [String]) async -> Outcome {
    let collected = CollectedConsole(
      lines: lines,
      isInteractive: isInteractive,
      inputFails: inputFails,
      signal: signal,
      outputFails: outputFails
    )
    let status = await withDependencies {
      $0.console = collected.console
      if let folder {
        $0.programFolders = ProgramFoldersProvider {
          ProgramFolders(of: $0, environment: [:], home: folder)
        }
      }
      if let client { $0.factClient = client }
    } operation: {
      await Program.run(arguments)
    }
    return collected.outcome(status)
  }
}

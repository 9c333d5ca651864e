import BoardConsole
import Foundation
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import StrataDependencies

/// Runs of the program inside the test's process, on one file.
final class TestProgram: Sendable {
  typealias Outcome = CollectedConsole.Outcome

  let folder: URL
  var path: String { folder.appendingPathComponent("b.jsonl").path }

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("board-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult
  func run(
    _ arguments: String...,
    columns: Int = 80,
    outputFailure: OutputFailure? = nil
  ) async -> Outcome {
    await run(arguments, columns: columns, outputFailure: outputFailure)
  }

  @discardableResult
  func run(
    _ arguments: [String],
    columns: Int = 80,
    outputFailure: OutputFailure? = nil
  ) async -> Outcome {
    let collected = CollectedConsole(columns: columns, outputFails: outputFailure.map { (0, $0) })
    let path = path
    let status = await withDependencies {
      $0.console = collected.console
      $0.processEnvironment = ["BOARD_DATA": path, "USER": "ada"]
      $0.fileSystemPaths = .inside(folder)
      // 23 November 2026.
      $0.date.now = Date(timeIntervalSince1970: 86_400 * 20_780 + 3_600)
    } operation: {
      await Program.run(arguments)
    }
    return collected.outcome(status)
  }
}

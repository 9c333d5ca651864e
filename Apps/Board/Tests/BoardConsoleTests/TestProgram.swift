import BoardConsole
import Foundation
import ProgramConsole
import StrataConcurrency
import StrataDependencies

/// Runs of the program inside the test's process, on one file.
final class TestProgram: Sendable {
  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private struct Written: Sendable {
    var output = ""
    var errors = ""
  }

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
    let written = Locked(Written(), rank: .leaf)
    let console = Console(
      write: { text throws(OutputFailure) in
        if let outputFailure { throw outputFailure }
        written.withLock { $0.output += text }
      },
      complain: { text in written.withLock { $0.errors += text } },
      nextLine: { nil },
      isInteractive: false,
      columns: columns
    )
    let path = path
    let status = await withDependencies {
      $0.console = console
      $0.processEnvironment = ["BOARD_DATA": path, "USER": "ada"]
      $0.fileSystemPaths = .inside(folder)
      // 23 November 2026.
      $0.date.now = Date(timeIntervalSince1970: 86_400 * 20_780 + 3_600)
    } operation: {
      await Program.run(arguments)
    }
    return written.withLock { Outcome(status: status, output: $0.output, errors: $0.errors) }
  }
}

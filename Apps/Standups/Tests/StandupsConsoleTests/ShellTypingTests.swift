import Foundation
import StandupsConsole
import StandupsData
import StandupsFeatures
import StrataDependencies
import Synchronization
import Testing

/// A shell on a terminal that gives each key.
@Suite struct ShellTypingTests {
  /// The output of a shell for these keys.
  private func shell(
    _ keys: String...,
    test: TestProgram? = nil,
    columns: Int = 80,
    in folder: String? = nil,
    asking: @escaping @Sendable ([Int32]) -> Void = { _ in }
  ) async throws -> (output: String, titles: [String], left: Int) {
    let output = CollectedOutput(isTerminal: true, columns: columns)
    let folder = folder ?? NSTemporaryDirectory() + "standups-typing-\(UUID().uuidString)"
    let input = PreparedInput(isTerminal: true)
    for key in keys.reversed() { input.putBack(Array(key.utf8)) }
    let left = Mutex(0)
    let path = "\(folder)/data.json"
    var console = Console(
      output: output,
      errors: CollectedOutput(),
      input: input,
      signals: { numbers in
        asking(numbers)
        return AsyncStream { $0.finish() }
      }
    )
    console.keys = { KeyMode { left.withLock { $0 += 1 } } }
    let status = await withDependencies {
      $0.console = console
      $0.fileSystemPaths = .inside(URL(fileURLWithPath: folder))
      $0.processEnvironment = ["USER": "ada"]
      $0.dataFile = .file(path)
      $0.timeZone = .gmt
      $0.date = .constant(Date(timeIntervalSince1970: 1_767_600_000))
      $0.uuid = UUIDGenerator { UUID() }
    } operation: {
      await Program.run(["shell"])
    }
    #expect(status == 0)
    let titles = try DocumentFile(path: path).load().standups.map(\.title)
    return (output.text, titles, left.withLock { $0 })
  }

  private func newFolder() -> String {
    NSTemporaryDirectory() + "standups-typing-\(UUID().uuidString)"
  }

  @Test func arrowsEditAndBringBack() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try await shell("add Oe\u{1B}[Dn\r", "\u{1B}[A\u{7F}ly\r", in: folder)
    #expect(first.titles == ["One", "Only"])
    #expect(first.left == 3)
    // The next shell has the history of this one.
    let second = try await shell("\u{1B}[A\u{1B}[A\u{1B}[D\u{1B}[D\u{1B}[DX\r", in: folder)
    #expect(second.titles == ["One", "Only", "XOne"])
  }

  @Test func noSignalLeavesTheTerminalWithoutEcho() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let asked = Mutex<[Set<Int32>]>([])
    let run = try await shell(
      "list\r",
      in: folder,
      asking: { numbers in
        asked.withLock { $0.append(Set(numbers)) }
      }
    )
    #expect(run.left == 2)
    let all: Set<Int32> = [1, 2, 3, 10, 12, 14, 15, 24, 26, 27]
    #expect(asked.withLock { $0.count == 2 && $0.allSatisfy { $0.isSuperset(of: all) } })
  }

  @Test func tabCompletesCommandsOptionsAndHandles() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try await shell(
      "ad\tMorning\r",
      "edit m\t--ti\tDaily\r",
      "s\t",
      "\u{15}exit\r",
      in: folder
    )
    #expect(run.titles == ["Daily"])
    #expect(run.output.contains("settings  shell  show  stats\n"))
  }

  @Test func pastesOfSeveralLinesRun() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try await shell("\u{1B}[200~add One\nadd Two\n\u{1B}[201~undo\r", in: folder)
    #expect(run.titles == ["One"])
  }

  @Test func interruptsEmptyTheLineAndAnEndLeaves() async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try await shell("add One\u{3}add Two\r", "\u{4}", "add Three\r", in: folder)
    #expect(run.titles == ["Two"])
    #expect(run.output.contains("^C\n"))
  }

  @Test(arguments: [1, 2, 5, 10, 17, 18, 40]) func narrowTerminalsWork(columns: Int) async throws {
    let folder = newFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try await shell("add \"日本 and a long title é\"\r", columns: columns, in: folder)
    #expect(run.titles == ["日本 and a long title é"])
  }
}

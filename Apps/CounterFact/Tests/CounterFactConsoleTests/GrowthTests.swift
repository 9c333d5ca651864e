import CounterFactModels
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import StrataConcurrency
import Testing

@testable import CounterFactConsole

/// The work of a script grows with its lines, not with their square.
@Suite struct GrowthTests {
  @Test(arguments: ["fact", "fact &", "inc"])
  func aLineReadsAsManyCountersAsItConcerns(verb: String) async throws {
    let parts = verb.split(separator: " ")
    let ending = parts.count > 1 ? " &" : ""
    for size in [20, 80] {
      let lines =
        (1...size).map { "add \($0)" } + (1...size).map { "\(parts[0]) \($0)\(ending)" }
      let comparisons = try await self.comparisons(lines)
      // One for each line, and one more for each answer that comes later.
      #expect((2 * size...3 * size).contains(comparisons), "\(size): \(comparisons)")
    }
  }

  @Test func eachAnswerIsShownAlthoughItComesBesideOthers() async throws {
    let lines = ["add 1", "add 2"] + (0..<50).flatMap { _ in ["fact 1 &", "fact 2 &", "wait"] }
    // Each round begins and ends two questions.
    let comparisons = try await comparisons(lines)
    #expect((2 + 50 * 3...2 + 50 * 4).contains(comparisons), "\(comparisons)")
  }

  @Test func aRemovalComparesNoneOfManyCounters() async throws {
    let lines = (1...300).map { "add \($0)" } + [String](repeating: "remove 1", count: 200)
    #expect(try await comparisons(lines) == 300)
  }

  @Test func theOutputForProgramsGrowsWithTheLines() async throws {
    func bytes(_ count: Int) async -> Int {
      let lines =
        [String](repeating: "add", count: count) + [String](repeating: "remove 1", count: count)
      return await TestProgram(lines.joined(separator: "\n")).run("--json").output.utf8.count
    }
    let (small, large) = (await bytes(50), await bytes(200))
    #expect(large < 5 * small, "\(small), \(large)")
  }

  private func comparisons(_ lines: [String]) async throws -> Int {
    let rest = Locked(lines[...], rank: .leaf)
    let console = Console(
      write: { _ throws(OutputFailure) in },
      complain: { _ in },
      nextLine: { rest.withLock { $0.popFirst() } },
      isInteractive: false
    )
    let session = Session(
      client: FactClient { "\($0) is a number." },
      console: console,
      asJSON: false
    )
    let status = try await session.run(keepsGoing: false)
    #expect(status == 0)
    return session.comparisons
  }
}

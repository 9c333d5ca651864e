import Synchronization
import Testing
import TortureCases

/// Programs whose threads pause nowhere, for some thousand steps; `make torture` is the long form.
@Suite struct StressTortureTests {
  @Test(arguments: StressProgram.allCases)
  func whatMustHoldHoldsBesideOtherThreads(program: StressProgram) async throws {
    let name = program.rawValue
    await #expect(processExitsWith: .success) { [name = name as String] in
      let program = try #require(StressProgram(rawValue: name))
      let steps = Steps(20_000)
      try program.run(seed: 1) { steps.isOver }
    }
  }
}

/// A number of steps that threads share.
private final class Steps: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int) { self.count = Atomic(count) }

  var isOver: Bool { count.subtract(1, ordering: .relaxed).newValue < 0 }
}

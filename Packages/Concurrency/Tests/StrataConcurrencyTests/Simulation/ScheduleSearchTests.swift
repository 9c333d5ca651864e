import StrataConcurrency
import Testing

@Suite struct ScheduleSearchTests {
  struct LostUpdate: Error, Equatable {
    var total: Int
  }

  /// Reads, gives way, writes: right only when no other task comes between.
  @Sendable static func transfer(_ simulation: SimulatedExecutor) async throws {
    actor Account {
      var balance = 0
      func set(_ value: Int) { balance = value }
    }
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await account.set(account.balance + 1) } }
    }
    let total = await account.balance
    guard total == 2 else { throw LostUpdate(total: total) }
  }

  @Test func findsTheOrderThatLosesAnUpdate() async throws {
    let failure = try #require(
      await searchSchedules(seeds: 0..<200, operation: Self.transfer)
    )
    #expect(failure.cause as? LostUpdate == LostUpdate(total: 1))
    let again = await #expect(throws: SimulationFailure.self) {
      try await withSimulation(seed: 0, replaying: failure.schedule, operation: Self.transfer)
    }
    #expect(again?.cause as? LostUpdate == LostUpdate(total: 1))
    #expect(again?.schedule == failure.schedule)
  }

  @Test func findsNothingWhereNothingIsWrong() async {
    let failure = await searchSchedules(seeds: 0..<50) { simulation in
      try await simulation.clock.sleep(for: .seconds(1))
    }
    #expect(failure == nil)
  }
}

import ArticleOutput
import StrataConcurrency

actor Account {
  private(set) var balance = 10

  func withdraw(_ amount: Int) async {
    let before = balance
    await audit()
    balance = before - amount
  }

  private func audit() async { await Task.yield() }
}

struct LostUpdate: Error {}

@Sendable func twoWithdrawals(_ simulation: SimulatedExecutor) async throws {
  let account = Account()
  async let first: Void = account.withdraw(1)
  async let second: Void = account.withdraw(2)
  _ = await (first, second)
  guard await account.balance == 7 else { throw LostUpdate() }
}

@Sendable func simulatedTimeAndOrder() async throws {
  let failure = await searchSchedules(seeds: 0..<100, operation: twoWithdrawals)
  print(failure?.cause is LostUpdate)  // true

  do {
    let schedule = failure?.schedule
    _ = try await withSimulation(seed: 0, replaying: schedule, operation: twoWithdrawals)
  } catch {
    print(error.schedule == failure?.schedule)  // true
  }

  do {
    _ = try await withSimulation(seed: 1) { _ in
      let answers = Multicast<Int>()
      var iterator = answers.subscribe().makeAsyncIterator()
      _ = await iterator.next()
      answers.send(42)
    }
  } catch {
    print(error.code)  // stuck
  }

  _ = try await withSimulation(seed: 1, advancesTime: false) { simulation in
    Task {
      try await simulation.clock.sleep(for: .seconds(60))
      print("a minute has passed")
    }
    await simulation.advance(by: .seconds(59))
    print(simulation.clock.now)  // +59.0 seconds
    await simulation.advance(by: .seconds(1))
  }
}

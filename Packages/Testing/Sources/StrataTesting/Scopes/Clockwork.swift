@_spi(Strata) import StrataConcurrency

/// Runs a test's tasks and lets its virtual time pass.
enum Clockwork: Sendable {
  /// The test itself runs in a simulation.
  case surrounding(SimulatedExecutor)
  /// The test runs outside; its trees' tasks run in a simulation that is driven while it waits.
  case standing(StandingSimulation)

  var executor: SimulatedExecutor {
    switch self {
    case .surrounding(let executor): executor
    case .standing(let simulation): simulation.executor
    }
  }

  var now: VirtualInstant { executor.clock.now }

  /// How often tasks that yield may go on while an assertion waits.
  static let turnLimit = 10_000

  /// Whether a task has yielded to everything else and waits for its turn.
  ///
  /// A task does so when it sleeps on a clock on which every sleep is over at once.
  var isGivingWay: Bool { executor.isGivingWay }

  /// Waits until nothing can run before tasks that have yielded go on.
  func pause() async {
    switch self {
    case .surrounding(let executor): await executor.pause()
    case .standing(let simulation): await drive(simulation, turns: 0)
    }
  }

  /// Drives a simulation, and waits for what is delivered outside of it.
  ///
  /// The test runs outside, so the stores that it changes deliver there.
  private func drive(_ simulation: StandingSimulation, turns: Int? = nil) async {
    await simulation.drive(turns: turns)
    // What is delivered may start work, which may deliver. Other tests may deliver without end.
    var rounds = 0
    while OutsideDeliveries.isAnyDue, rounds < 100, await OutsideDeliveries.settle() {
      await simulation.drive(turns: turns)
      rounds += 1
    }
  }

  /// Waits until nothing can run at this instant of virtual time.
  func waitUntilIdle() async {
    switch self {
    case .surrounding(let executor): await executor.waitUntilIdle()
    case .standing(let simulation): await drive(simulation)
    }
  }

  /// Waits until nothing can run at this instant of virtual time, and nothing of the test waits for that.
  func settled() async {
    switch self {
    case .surrounding(let executor): await executor.settled()
    case .standing(let simulation): await drive(simulation)
    }
  }

  /// Lets each task that has yielded go on once, and waits until nothing can run after that.
  private func takeTurn() async {
    switch self {
    case .surrounding(let executor): await executor.takeTurn()
    case .standing(let simulation): await drive(simulation, turns: 1)
    }
  }

  /// Runs the next step: work that the caller has just started, a turn of the tasks that have yielded, or the
  /// next sleeper.
  ///
  /// After many turns in a row it also runs a sleeper.
  ///
  /// - Parameters:
  ///   - limit: The last instant of virtual time to pass to.
  ///   - turns: How many turns there have been; counted here.
  /// - Returns: Whether there was such a step before the limit.
  func step(until limit: VirtualInstant, turns: inout Int) async -> Bool {
    if executor.hasWork {
      // The evaluation itself has started work, as the first read of a fetched value does.
      guard turns < Self.turnLimit else { return false }
      turns += 1
      await pause()
      return !Task.isCancelled
    }
    let next = executor.nextDeadline.flatMap { $0 <= limit ? $0 : nil }
    let isSleepersTurn = next != nil && turns % 100 == 99
    if isGivingWay, !isSleepersTurn {
      guard turns < Self.turnLimit else { return false }
      turns += 1
      await takeTurn()
      return !Task.isCancelled
    }
    guard let next else { return false }
    if isSleepersTurn { turns += 1 }
    switch self {
    case .surrounding(let executor): await executor.skip(to: next)
    case .standing(let simulation): await simulation.drive(until: next, turns: 0)
    }
    return !Task.isCancelled
  }
}

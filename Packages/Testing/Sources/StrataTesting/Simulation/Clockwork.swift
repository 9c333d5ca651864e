@_spi(Strata) import StrataConcurrency

/// What lets a test's tasks run and its virtual time pass.
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

  /// How often tasks that give way may go on while an assertion waits.
  static let turnLimit = 10_000

  /// Whether a task has given way to everything else and waits for its turn, as one does that sleeps on a
  /// clock on which every sleep is over at once.
  var isGivingWay: Bool { executor.isGivingWay }

  /// Waits until nothing can run before tasks that have given way go on.
  func pause() async {
    switch self {
    case .surrounding(let executor): await executor.pause()
    case .standing(let simulation): await simulation.drive(turns: 0)
    }
  }

  /// Waits until nothing can run at this moment of virtual time.
  func quiet() async {
    switch self {
    case .surrounding(let executor): await executor.quiet()
    case .standing(let simulation): await simulation.drive()
    }
  }

  /// Waits until nothing can run at this moment of virtual time, and nothing of the test waits for that.
  func settled() async {
    switch self {
    case .surrounding(let executor): await executor.settled()
    case .standing(let simulation): await simulation.drive()
    }
  }

  /// Lets each task that has given way go on once, and waits until nothing can run after that.
  private func takeTurn() async {
    switch self {
    case .surrounding(let executor): await executor.takeTurn()
    case .standing(let simulation): await simulation.drive(turns: 1)
    }
  }

  /// Lets the next thing happen: what the caller has just set going, a turn of the tasks that have given
  /// way, or what the next sleeper does; after many turns in a row a sleeper, too.
  ///
  /// - Parameters:
  ///   - limit: The last moment of virtual time to pass to.
  ///   - turns: How many turns have taken place; counted here.
  /// - Returns: Whether there was such a thing before the limit.
  func step(until limit: VirtualInstant, turns: inout Int) async -> Bool {
    if executor.hasWork {
      // The look itself has begun something, as the first read of a value does that is fetched.
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

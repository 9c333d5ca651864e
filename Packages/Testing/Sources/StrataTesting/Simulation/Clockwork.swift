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

  /// Waits until nothing can run at this moment of virtual time.
  func quiet() async {
    switch self {
    case .surrounding(let executor): await executor.quiet()
    case .standing(let simulation): await simulation.drive()
    }
  }

  /// Lets time pass to the next moment at which something happens, and waits until that is over.
  ///
  /// - Returns: Whether there was such a moment before the limit.
  func step(until limit: VirtualInstant) async -> Bool {
    guard let next = executor.nextDeadline, next <= limit else { return false }
    switch self {
    case .surrounding(let executor):
      try? await executor.clock.sleep(until: next)
      await executor.quiet()
    case .standing(let simulation):
      await simulation.drive(until: next)
    }
    return !Task.isCancelled
  }
}

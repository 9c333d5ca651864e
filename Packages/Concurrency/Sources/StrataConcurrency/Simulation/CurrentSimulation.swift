import Synchronization

/// The simulation whose job runs on the current thread.
enum CurrentSimulation {
  // This flag lets a program without simulations pay one load.
  private static let wasEverMade = Atomic(false)

  private static let word = ThreadWord("CurrentSimulation")

  static func noteMade() {
    wasEverMade.store(true, ordering: .relaxed)
  }

  /// Whether the process has made a simulation.
  static var isAnyMade: Bool { wasEverMade.load(ordering: .relaxed) }

  static var executor: SimulatedExecutor? {
    guard isAnyMade else { return nil }
    return word.object(SimulatedExecutor.self)
  }

  /// Runs a closure as part of a simulation, so that jobs that it enqueues join, or outside of all simulations.
  static func with<Result>(_ executor: SimulatedExecutor?, _ body: () -> Result) -> Result {
    word.with(executor, body)
  }
}

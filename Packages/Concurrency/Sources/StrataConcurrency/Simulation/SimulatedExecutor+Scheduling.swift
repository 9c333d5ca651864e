extension SimulatedExecutor {
  /// Makes the executor of a simulation.
  static func make(
    chooser: SimulationQueue.Chooser,
    advancesTime: Bool,
    stepLimit: Int,
    isStanding: Bool = false,
    name: String = "The simulated operation"
  ) -> SimulatedExecutor {
    #if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
    SleepingSimulatedExecutor(
      chooser: chooser,
      advancesTime: advancesTime,
      stepLimit: stepLimit,
      isStanding: isStanding,
      name: name
    )
    #else
    SimulatedExecutor(
      chooser: chooser,
      advancesTime: advancesTime,
      stepLimit: stepLimit,
      isStanding: isStanding,
      name: name
    )
    #endif
  }
}

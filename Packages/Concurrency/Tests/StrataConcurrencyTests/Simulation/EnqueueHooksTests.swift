import Testing

@testable import StrataConcurrency

@Suite struct EnqueueHooksTests {
  @Test func thisRuntimeOffersAll() {
    #expect(EnqueueHooks.missing == [])
    #expect(SimulationText.missing(hooks: []) == nil)
  }

  @Test func missingHooksAreNamed() {
    #expect(
      SimulationText.missing(hooks: ["swift_a", "swift_b"])
        == """
        This Swift runtime does not offer swift_a, swift_b. Unstructured tasks, detached tasks or \
        the main actor leave the simulation: pass `executorPreference: SimulatedExecutor.current` to \
        the tasks, and keep the main actor out.
        """
    )
  }

  /// A simulation is closed while its job runs if the watchdog gives it up.
  @Test func whatAJobOfAClosedSimulationEnqueuesRunsOutsideOfIt() async throws {
    let executor = try await withSimulation(seed: 1) { $0 }.value
    let tasks = CurrentSimulation.with(executor) {
      [
        Task { SimulatedExecutor.current == nil },
        Task.detached { SimulatedExecutor.current == nil },
        Task { @MainActor in SimulatedExecutor.current == nil },
        Task(executorPreference: executor) { SimulatedExecutor.current == nil },
      ]
    }
    for task in tasks { #expect(await task.value) }
  }
}

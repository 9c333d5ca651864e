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
}

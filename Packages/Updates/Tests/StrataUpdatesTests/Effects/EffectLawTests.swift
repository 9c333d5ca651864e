import StrataConcurrency
import StrataUpdates
import Testing

/// Random effects in a store, beside a plain simulation of the same effects.
@Suite struct EffectLawTests {
  struct Environment: Sendable {
    let reactions: [Int: EffectPlan]
    let clock: SimulatedClock
  }

  typealias PlanStore = Store<Int, PlanAction, Environment>

  /// What is sent from outside, and when.
  private struct Program: Sendable {
    var sends: [(time: Int, plan: EffectPlan)] = []
    var reactions: [Int: EffectPlan] = [:]

    init(seed: UInt64) {
      var generator = PlanGenerator(seed: seed)
      var time = 0
      for _ in 0..<(1 + generator.next(12)) {
        time += generator.wait() / 3
        sends.append((time, generator.plan()))
      }
      for mark in 1...max(1, generator.marks) where generator.next(6) == 0 {
        reactions[mark] = generator.plan(depth: 2)
      }
    }
  }

  private static func update(
    state: Int,
    action: PlanAction,
    environment: Environment
  ) -> Update<Int, PlanAction> {
    switch action {
    case .start(let plan): Update(state: state, fx: plan.fx(environment.clock))
    case .mark(let mark):
      Update(state: state + 1, fx: environment.reactions[mark]?.fx(environment.clock) ?? .empty)
    }
  }

  @Test(arguments: 0..<300)
  func randomEffectsSendWhatAPlainSimulationSends(seed: UInt64) async throws {
    let program = Program(seed: seed)
    var plain = PlainEffects(reactions: program.reactions)
    var counts: [Int] = []
    for (time, plan) in program.sends {
      plain.advance(to: time)
      plain.send(plan)
      counts.append(plain.runningCount)
    }
    plain.advance(to: 60_000_000_000)
    counts.append(plain.runningCount)
    let (handled, running) = try await Self.run(program, seed: seed)
    #expect(handled == plain.handled, "\(program)")
    #expect(running == counts, "\(program)")
  }

  /// The actions that effects sent, with their times, and how many effects ran after each action from outside.
  private static func run(
    _ program: Program,
    seed: UInt64
  ) async throws -> (handled: [String], running: [Int]) {
    try await withSimulation(seed: seed) { simulation in
      let store = PlanStore(
        update: update,
        state: 0,
        environment: Environment(reactions: program.reactions, clock: simulation.clock)
      )
      let handled = Recorded<String>()
      let running = Recorded<Int>()
      let start = simulation.clock.now
      func elapsed() -> Int { nanoseconds(start.duration(to: simulation.clock.now)) }
      let token = store.observeActions { action in
        guard case .mark(let mark) = action else { return }
        handled.append("\(mark)@\(nanoseconds(start.duration(to: simulation.clock.now)))")
      }
      for (time, plan) in program.sends {
        try await simulation.clock.sleep(for: .nanoseconds(time - elapsed()))
        store.send(.start(plan))
        await simulation.waitUntilIdle()
        running.append(store.runningEffects.count)
      }
      try await simulation.clock.sleep(for: .nanoseconds(60_000_000_000 - elapsed()))
      running.append(store.runningEffects.count)
      withExtendedLifetime(token) {}
      return (handled.elements, running.elements)
    }
    .value
  }
}

private func nanoseconds(_ duration: Duration) -> Int {
  Int(duration.components.seconds) * 1_000_000_000
    + Int(duration.components.attoseconds / 1_000_000_000)
}

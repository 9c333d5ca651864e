import Dispatch
@_spi(Strata) import StrataConcurrency
import Testing

/// Whether a cancelled body stops after its owner has ended, or goes on working.
@Suite struct GoingOnTests {
  private struct Failure: Error {}

  let log = Log()

  /// Runs a body in a task of a scope that is closed while the task waits for that.
  private func afterTheEnd(
    _ body: @escaping @Sendable (CancellationScope, SimulatedExecutor) async throws -> Void
  ) async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let scope = CancellationScope()
      scope.task {
        await untilCancelled()
        try await body(scope, simulation)
      } catch: { _ in
      }
      await simulation.waitUntilIdle()
      scope.close()
      await scope.finished()
    }
  }

  private func note(
    _ scope: CancellationScope,
    _ name: String = "goes on",
    allowsLastStep: Bool = true
  ) {
    let isOfScope = scope.callIfRunningTaskGoesOn(allowsLastStep: allowsLastStep) { [log] _ in
      log.add(name)
    }
    #expect(isOfScope)
  }

  @Test func aBodyThatReturnsInTheSameStepStops() async throws {
    try await afterTheEnd { scope, _ in note(scope) }
    #expect(log.all == [])
  }

  @Test func aBodyThatIsSuspendedAfterwardsGoesOn() async throws {
    try await afterTheEnd { [log] scope, _ in
      note(scope)
      await Task.yield()
      log.add("returns")
    }
    #expect(log.all == ["returns", "goes on"])
  }

  @Test func aBodyThatThrowsStopsHoweverOftenItWasSuspended() async throws {
    for allowsLastStep in [true, false] {
      try await afterTheEnd { scope, _ in
        note(scope, allowsLastStep: allowsLastStep)
        await Task.yield()
        throw Failure()
      }
    }
    #expect(log.all == [])
  }

  @Test func withoutTheLastStepABodyThatReturnsGoesOn() async throws {
    try await afterTheEnd { [log] scope, _ in
      note(scope, "1", allowsLastStep: false)
      await Task.yield()
      note(scope, "2", allowsLastStep: false)
      log.add("returns")
    }
    #expect(log.all == ["returns", "1", "2"])
  }

  @Test func aCallFromALaterStepMakesTheEarlierOne() async throws {
    try await afterTheEnd { [log] scope, _ in
      note(scope, "1")
      note(scope, "2")
      await Task.yield()
      note(scope, "3")
      log.add("later step")
      await Task.yield()
      log.add("returns")
    }
    #expect(log.all == ["1", "2", "later step", "returns", "3"])
  }

  @Test func noMoreThan64CallsWaitForABody() async throws {
    try await afterTheEnd { [log] scope, _ in
      for number in 1...66 { note(scope, "\(number)", allowsLastStep: false) }
      #expect(log.all == ["65", "66"])
    }
    #expect(log.all == ["65", "66"] + (1...64).map { "\($0)" })
  }

  @Test func onceTimeHasPassedTheLastStepExcusesNothing() async throws {
    try await afterTheEnd { [log] scope, simulation in
      await Task { try? await simulation.clock.sleep(for: .seconds(1)) }.value
      note(scope)
      log.add("returns")
    }
    #expect(log.all == ["returns", "goes on"])
  }

  @Test func aChangeOfTheActorIsNoSuspension() async throws {
    try await afterTheEnd { scope, _ in await MainActor.run { note(scope) } }
    #expect(log.all == [])
  }

  @Test func twoStepsOnTheMainActorAreTwoSteps() async throws {
    try await afterTheEnd { [log] scope, _ in
      await MainActor.run { note(scope, "1") }
      await MainActor.run { note(scope, "2") }
      log.add("returns")
    }
    #expect(log.all == ["1", "returns"])
  }

  @Test func theCallReceivesTheLineOfTheTask() async throws {
    let lines = Locked<[UInt?]>([], rank: .leaf)
    let line: UInt = #line + 3
    _ = try await withSimulation(seed: 1) { simulation in
      let scope = CancellationScope()
      scope.task {
        _ = scope.callIfRunningTaskGoesOn(allowsLastStep: false) { callSite in
          lines.withLock { $0.append(callSite?.line) }
        }
      }
      await simulation.waitUntilIdle()
    }
    // The scope is open, and the task has neither a name nor a key.
    #expect(lines.withLock { $0 } == [line])
  }

  @Test func aCallbackGoesOnWithoutALastStep() {
    let scope = CancellationScope()
    scope.runCallback {
      note(scope)
      note(scope, allowsLastStep: false)
      log.add("returns")
    }
    #expect(log.all == ["returns", "goes on"])
  }

  @Test func outsideOfSimulationsAThreadThatStaysTheSameIsOneStep() async {
    let scope = CancellationScope()
    scope.task { note(scope) }
    while !scope.isEmpty { await Task.yield() }
    scope.close()
    await scope.finished()
    #expect(log.all == [])
  }

  @Test func otherTasksAndThreadsAreNotOfTheScope() async {
    let (scope, end, log) = (CancellationScope(), Signal(), log)
    let ask: @Sendable () -> Bool = {
      scope.callIfRunningTaskGoesOn(allowsLastStep: false) { _ in log.add("goes on") }
    }
    #expect(ask() == false)
    scope.task { await end.wait() }
    #expect(ask() == false)
    let isOfScope = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: ask()) }
    }
    #expect(!isOfScope)
    // The lock of the scope is free.
    #expect(scope.runningCount == 1)
    end.fire()
    scope.close()
    await scope.finished()
    #expect(log.all == [])
  }
}

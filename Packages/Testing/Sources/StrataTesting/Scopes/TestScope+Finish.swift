@_spi(Strata) import StrataConcurrency
import StrataCore

// The end has three steps. The simulation settles first, so that work which the last lines of the test have
// started still belongs to the test. Then the scope checks for omissions. Finally it ends the trees, and checks
// once more the events and calls of their last handlers.
extension TestScope {
  /// The phases of a scope.
  enum Phase {
    /// The test runs, or work that it has started.
    case open
    /// The scope ends the trees that are left.
    case ending
    /// Nothing is noted any more.
    case over
  }

  /// Checks for omissions, ends the trees, and checks that they are gone.
  ///
  /// - Parameter isComplete: Whether the test came to its last line. One that has thrown could not make its
  ///   remaining assertions, and its omissions would only hide the reason.
  func finish(isComplete: Bool) async {
    await clockwork.pause()
    var paused = clockwork.isGivingWay ? PausedTest(self) : nil
    await clockwork.settled()
    // Tasks that have ended after all are checked as others.
    if !clockwork.isGivingWay { paused = nil }
    guard begin() else { return }
    let asks = isComplete && !hasFailedAssertion
    reportEndedTrees(isComplete: asks)
    let demands = demands
    if asks { checkWhatHappened(demands, paused) }
    cancelActivationTasks()
    await clockwork.waitUntilIdle()
    let tasks = asks ? checkTasks(at: callSite) : demandedTasks
    cancelTasksThatMayBeLeft()
    // Tasks without an end have gone on until now.
    paused?.excuseLaterCalls(in: self)
    endTrees()
    await clockwork.waitUntilIdle()
    if asks { checkCalls(demands) }
    runLastChecks(asking: asks)
    checkLifetimes(knowing: tasks)
    end()
  }

  /// Like ``finish(isComplete:)``, on this thread, for a tester that is released outside of all scopes.
  func finishNow() {
    guard case .standing(let simulation) = clockwork else { return }
    settleNow(simulation, turns: 0)
    var paused = clockwork.isGivingWay ? PausedTest(self) : nil
    settleNow(simulation)
    if !clockwork.isGivingWay { paused = nil }
    guard begin() else { return }
    let asks = !hasFailedAssertion
    reportEndedTrees(isComplete: asks)
    let demands = demands
    if asks { checkWhatHappened(demands, paused) }
    cancelActivationTasks()
    settleNow(simulation)
    let tasks = asks ? checkTasks(at: callSite) : demandedTasks
    cancelTasksThatMayBeLeft()
    // Tasks without an end have gone on until now.
    paused?.excuseLaterCalls(in: self)
    endTrees()
    settleNow(simulation)
    if asks { checkCalls(demands) }
    runLastChecks(asking: asks)
    checkLifetimes(knowing: tasks)
    end()
    simulation.finishNow()
  }

  /// Drives a simulation on this thread, and waits for what is delivered outside of it.
  private func settleNow(_ simulation: StandingSimulation, turns: Int? = nil) {
    simulation.driveNow(turns: turns)
    guard OutsideDeliveries.isAnyDue else { return }
    OutsideDeliveries.settleNow()
    simulation.driveNow(turns: turns)
  }

  /// Whether the test has ended.
  var isOver: Bool { state.withLock { $0.phase == .over } }

  private func begin() -> Bool {
    state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .ending
      return true
    }
  }

  /// Whether an assertion was not met; the test's later assertions are then missing and not demanded.
  private var hasFailedAssertion: Bool { state.withLock { $0.hasFailedAssertion } }

  private func checkWhatHappened(_ demands: Demands, _ paused: PausedTest?) {
    if let paused {
      paused.check(self)
    } else {
      checkState(at: callSite)
      checkTransitions(at: callSite)
    }
    checkCalls(demands)
    let checks = state.withLock { state in
      defer { state.checks = [] }
      return state.checks
    }
    for check in checks { check() }
  }

  private func checkCalls(_ demands: Demands) {
    checkEvents(demands, at: callSite)
    checkProbes(at: callSite)
  }

  /// Lets testers check what the last handlers have done, and release what they have noted.
  private func runLastChecks(asking asks: Bool) {
    let checks = state.withLock { state in
      // Those of a test that is not asked are not called.
      let unused = state.checks
      defer { (state.checks, state.lastChecks) = ([], []) }
      return (unused, state.lastChecks)
    }
    for check in checks.1 { check(asks) }
    withExtendedLifetime(checks) {}
  }

  private func endTrees() {
    for tree in trees { tree.stop() }
    let endings = state.withLock { state in
      defer { state.endings = [] }
      return state.endings
    }
    for ending in endings { ending() }
  }

  private func end() {
    releaseProbes()
    let noted = state.withLock { state in
      defer {
        state.phase = .over
        state.events = []
        state.probes = []
        state.testerNotes = []
      }
      return (state.events, state.probes, state.testerNotes)
    }
    // The values in them are the program's, and are released outside of the lock.
    withExtendedLifetime(noted) {}
    Cause.stopRecording()
  }
}

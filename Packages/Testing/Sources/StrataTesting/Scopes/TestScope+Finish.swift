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
    let paused = pausedTest
    await clockwork.settled()
    guard let ending = beginEnding(isComplete: isComplete, paused) else { return }
    await clockwork.waitUntilIdle()
    let tasks = endTrees(ending)
    await clockwork.waitUntilIdle()
    conclude(ending, knowing: tasks)
  }

  /// Like ``finish(isComplete:)``, on this thread, for a tester that is released outside of all scopes.
  func finishNow() {
    guard case .standing(let simulation) = clockwork else { return }
    settleNow(simulation, turns: 0)
    let paused = pausedTest
    settleNow(simulation)
    guard let ending = beginEnding(isComplete: true, paused) else { return }
    settleNow(simulation)
    let tasks = endTrees(ending)
    settleNow(simulation)
    conclude(ending, knowing: tasks)
    simulation.finishNow()
  }

  /// What the steps of an end have in common.
  private struct Ending {
    /// Whether omissions are failures.
    let asks: Bool
    let demands: Demands
    /// The test before its tasks without an end went on.
    let paused: PausedTest?
  }

  /// The test as it is, if tasks have yielded that may go on without an end.
  private var pausedTest: PausedTest? { clockwork.isGivingWay ? PausedTest(self) : nil }

  /// Checks for omissions, and cancels the work of activations.
  ///
  /// - Returns: `nil` if the scope has ended before.
  private func beginEnding(isComplete: Bool, _ paused: PausedTest?) -> Ending? {
    // Tasks that have ended after all are checked as others.
    let paused = clockwork.isGivingWay ? paused : nil
    guard begin() else { return nil }
    let asks = isComplete && !hasFailedAssertion
    reportEndedTrees(isComplete: asks)
    let ending = Ending(asks: asks, demands: demands, paused: paused)
    if asks { checkWhatHappened(ending) }
    cancelActivationTasks()
    return ending
  }

  /// Checks for tasks that are left, and ends the trees.
  ///
  /// - Returns: The tasks that the test had to bring to an end.
  private func endTrees(_ ending: Ending) -> [Running] {
    let tasks = ending.asks ? checkTasks(at: callSite) : demandedTasks
    cancelTasksThatMayBeLeft()
    // Tasks without an end have gone on until now.
    ending.paused?.excuseLaterCalls(in: self)
    endTrees()
    return tasks
  }

  /// Checks the calls of the last handlers, and that the trees are gone.
  private func conclude(_ ending: Ending, knowing tasks: [Running]) {
    if ending.asks { checkCalls(ending.demands) }
    runLastChecks(asking: ending.asks)
    checkLifetimes(knowing: tasks)
    end()
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

  private func checkWhatHappened(_ ending: Ending) {
    if let paused = ending.paused {
      paused.check(self)
    } else {
      checkState(at: callSite)
      checkTransitions(at: callSite)
    }
    checkCalls(ending.demands)
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

@_spi(Strata) import StrataConcurrency
import StrataCore

extension TestScope {
  /// Checks what was overlooked, ends the trees, and checks that they are gone.
  ///
  /// - Parameter isComplete: Whether the test came to its last line. One that has thrown could not
  ///   assert what it meant to, and what it has overlooked would only hide why.
  func finish(isComplete: Bool) async {
    guard begin() else { return }
    await clockwork.quiet()
    if isComplete { checkWhatHappened() }
    cancelActivationTasks()
    await clockwork.quiet()
    if isComplete { checkTasks(at: callSite) }
    endTrees()
    await clockwork.quiet()
    checkLives()
    end()
  }

  /// As ``finish(isComplete:)``, on this thread, for a tester that is released outside of all scopes.
  func finishNow() {
    guard case .standing(let simulation) = clockwork, begin() else { return }
    simulation.driveNow()
    checkWhatHappened()
    cancelActivationTasks()
    simulation.driveNow()
    checkTasks(at: callSite)
    endTrees()
    simulation.driveNow()
    checkLives()
    end()
    simulation.finishNow()
  }

  private func begin() -> Bool {
    state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
  }

  private func checkWhatHappened() {
    checkState(at: callSite)
    checkTransitions(at: callSite)
    checkEvents(at: callSite)
    checkProbes(at: callSite)
    let checks = state.withLock { state in
      defer { state.checks = [] }
      return state.checks
    }
    for check in checks { check() }
  }

  private func endTrees() {
    for tree in trees { tree.stop() }
    let (endings, events, probes) = state.withLock { state in
      defer {
        state.endings = []
        state.events = []
        state.probes = []
      }
      return (state.endings, state.events, state.probes)
    }
    for ending in endings { ending() }
    // The values in them are the program's, and go outside of the lock.
    withExtendedLifetime((events, probes)) {}
  }

  private func end() {
    Cause.stopRecording()
  }
}

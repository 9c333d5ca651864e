@_spi(Strata) import StrataConcurrency
import StrataCore

extension TestScope {
  /// Checks what was overlooked, ends the trees, and checks that they are gone.
  func finish() async {
    guard begin() else { return }
    await clockwork.quiet()
    checkWhatHappened()
    cancelActivationTasks()
    await clockwork.quiet()
    checkTasks(at: callSite)
    endTrees()
    await clockwork.quiet()
    checkLives()
    end()
  }

  /// As ``finish()``, on this thread, for a tester that is released outside of all scopes.
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
    let endings = state.withLock { state in
      defer {
        state.endings = []
        state.events = []
        state.probes = []
      }
      return state.endings
    }
    for ending in endings { ending() }
  }

  private func end() {
    Cause.stopRecording()
  }
}

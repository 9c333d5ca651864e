import StrataConcurrency

/// What was overlooked when a test had returned, before tasks went on that had given way to it.
///
/// Tasks that give way without end, such as a timer on an immediate clock, go on without end: no test can
/// assert their last turn. So what they do after the last line of the test is not asked for, and what was
/// overlooked before is.
struct PausedTest {
  private let failures: [TestFailure]
  private let eventCount: Int
  private let probes: [(probe: TestProbe, callCount: Int)]

  /// Looks at a test in which nothing can run before tasks go on that have given way.
  init(_ scope: TestScope) {
    let held = scope.trees.map { ($0.ledger, $0.ledger.contents) }
    let names = StateNames(scope.roots)
    failures =
      scope.stateFailures(of: scope.trees, names, at: scope.callSite)
      + scope.transitionFailures(of: scope.trees, names, at: scope.callSite)
    // If the tasks come to an end after all, everything is looked at then.
    for (ledger, contents) in held { ledger.contents = contents }
    eventCount = scope.state.withLock { $0.events.count }
    probes = scope.state.withLock { $0.probes }.map { ($0, $0.callCount) }
  }

  /// Fails for what was overlooked then, and forgets what has happened since.
  func check(_ scope: TestScope) {
    for failure in failures { scope.sink(failure) }
    scope.forgetState(.full.adding(.transitions))
    scope.state.withLock { state in
      for index in state.events.indices.dropFirst(eventCount) {
        state.events[index].isExcused = true
      }
    }
    for (probe, callCount) in probes { probe.excuseCalls(after: callCount) }
  }
}

import StrataConcurrency

/// The omissions of a test that has returned, before tasks go on that have yielded to it.
///
/// Tasks that yield without end, such as a timer on an immediate clock, go on without end: no test can assert
/// their last turn. Their changes after the last line of the test therefore need no assertion, but earlier ones
/// do.
struct PausedTest {
  private let failures: [TestFailure]
  private let eventCount: Int
  private let probes: [(probe: any AssertableCalls, callCount: Int)]

  /// Checks a test in which nothing can run before tasks go on that have yielded.
  init(_ scope: TestScope) {
    let noted = scope.trees.map { ($0, $0.noted) }
    let names = StateNames(scope.roots)
    failures =
      scope.stateFailures(of: scope.trees, names, at: scope.callSite)
      + scope.transitionFailures(of: scope.trees, names, at: scope.callSite)
    // If the tasks end after all, everything is checked then.
    for (tree, contents) in noted { tree.noted = contents }
    eventCount = scope.state.withLock { $0.events.count }
    probes = scope.state.withLock { $0.probes }.map { ($0, $0.callCount) }
  }

  /// Fails for the omissions at that time, and forgets later changes.
  func check(_ scope: TestScope) {
    for failure in failures { scope.sink(failure) }
    scope.forgetState(.full.adding(.transitions))
    excuseLaterCalls(in: scope)
  }

  /// Notes that no event and no call after that time needs an assertion.
  func excuseLaterCalls(in scope: TestScope) {
    scope.state.withLock { state in
      for index in state.events.indices.dropFirst(eventCount) {
        state.events[index].isExcused = true
      }
    }
    for (probe, callCount) in probes { probe.excuseCalls(after: callCount) }
  }
}

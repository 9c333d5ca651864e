@_spi(Strata) public import StrataConcurrency
public import StrataCore

// The requirements of testers that do not assert by predicates.
extension TestSession {
  /// The current instant of virtual time.
  public var now: VirtualInstant { scope.clockwork.now }

  /// Waits until nothing can run at this instant of virtual time.
  public func waitUntilIdle() async {
    await scope.clockwork.waitUntilIdle()
  }

  /// Waits until nothing can run before tasks go on that have yielded to everything else.
  ///
  /// These tasks sleep for no time, or on a clock on which every sleep is over at once.
  public func pause() async {
    await scope.clockwork.pause()
  }

  /// Runs the next step: a turn of the tasks that have yielded, else the next sleeper.
  ///
  /// - Parameters:
  ///   - limit: The last instant of virtual time to pass to.
  ///   - turns: How many turns there have been since the caller began to wait; counted here.
  /// - Returns: Whether there was such a step before the limit.
  public func step(until limit: VirtualInstant, turns: inout Int) async -> Bool {
    await scope.clockwork.step(until: limit, turns: &turns)
  }

  /// Calls a closure at the end of the test, when the scope checks for omissions.
  public func atEnd(_ check: @escaping @Sendable () -> Void) {
    scope.state.withLock { $0.checks.append(check) }
  }

  /// Calls a closure at the end of the test when the last handlers of its trees have run.
  ///
  /// It is called also if the test has failed, because what a tester has noted may retain the trees.
  ///
  /// - Parameter check: Is given whether to check for omissions.
  package func afterLastHandlers(_ check: @escaping @Sendable (_ asks: Bool) -> Void) {
    scope.state.withLock { $0.lastChecks.append(check) }
  }

  /// Lets a tester tell the tasks of a context that still run at the end.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - failure: Makes the failure for some tasks, one or more.
  public func describeTasks(
    of context: Context,
    _ failure: @escaping @Sendable ([RunningTask]) -> (message: String, callSite: CallSite)
  ) {
    scope.state.withLock { state in
      state.taskTexts[context.id] = { tasks in
        let (message, callSite) = failure(tasks)
        return TestFailure(.tasks, message, at: callSite)
      }
    }
  }

  /// Lets a tester tell that its tree lives on after the test.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - failure: Makes the failure for what the tree has that may keep it alive: tasks, observers, functions.
  public func describeLifetime(
    of root: Context,
    _ failure: @escaping @Sendable ([String]) -> String
  ) {
    scope.state.withLock { $0.lifeTexts[root.id] = failure }
  }

  /// The running tasks, and the events that could still be waited for, in words.
  ///
  /// - Parameter duration: How long was waited.
  /// - Returns: Whole sentences, for the end of a failure.
  public func situation(after duration: Duration) -> String {
    scope.situation(StateNames(scope.roots), after: duration)
  }
}

extension TestScope {
  /// Makes a finding of a tester a failure of the test.
  public func report(_ kind: TestFailure.Kind, _ message: String, at callSite: CallSite) {
    fail(kind, message, at: callSite)
  }

  /// Reports an omission that the test has chosen, if it wants to see them; it is no failure.
  ///
  /// - Parameters:
  ///   - kind: The kind of the omission.
  ///   - message: The omission.
  ///   - callSite: The call site to name in reports.
  public func reportSkipped(
    _ kind: TestFailure.Kind,
    _ message: String,
    at callSite: CallSite
  ) {
    guard showSkippedAssertions else { return }
    sink(TestFailure(kind, message, at: callSite, isSkipped: true))
  }
}

extension FailureSink {
  /// Reports a failure of a test outside of a scope's observations.
  ///
  /// - Parameters:
  ///   - kind: The kind of the failure.
  ///   - message: The event and its remedy, in whole sentences.
  ///   - callSite: The call site to name in reports.
  public static func report(_ kind: TestFailure.Kind, _ message: String, at callSite: CallSite) {
    current(TestFailure(kind, message, at: callSite))
  }
}

@_spi(Strata) public import StrataConcurrency

// What testers ask for that do not assert by predicates.
extension TestSeat {
  /// The present moment of virtual time.
  public var now: VirtualInstant { scope.clockwork.now }

  /// Waits until nothing can run at this moment of virtual time.
  public func quiet() async {
    await scope.clockwork.quiet()
  }

  /// Waits until nothing can run before tasks go on that have given way to everything else: those that
  /// sleep for no time, or on a clock on which every sleep is over at once.
  public func pause() async {
    await scope.clockwork.pause()
  }

  /// Lets the next thing happen: a turn of the tasks that have given way, else what the next sleeper does.
  ///
  /// - Parameters:
  ///   - limit: The last moment of virtual time to pass to.
  ///   - turns: How many turns have taken place since the caller began to wait; counted here.
  /// - Returns: Whether there was such a thing before the limit.
  public func step(until limit: VirtualInstant, turns: inout Int) async -> Bool {
    await scope.clockwork.step(until: limit, turns: &turns)
  }

  /// Calls a closure at the end of the test, when the scope looks for what was overlooked.
  public func atEnd(_ check: @escaping @Sendable () -> Void) {
    scope.state.withLock { $0.checks.append(check) }
  }

  /// What is running, and what could still be waited for, in words.
  ///
  /// - Parameter duration: How long was waited.
  /// - Returns: Whole sentences, for the end of a failure.
  public func situation(after duration: Duration) -> String {
    scope.situation(StateNames(scope.roots), after: duration)
  }
}

extension TestScope {
  /// Makes something that a tester has found wrong a failure of the test.
  public func report(_ kind: TestFailure.Kind, _ message: String, at callSite: CallSite) {
    fail(kind, message, at: callSite)
  }

  /// Reports what the test has chosen not to assert, where it wants to see that; it is no failure.
  ///
  /// - Parameters:
  ///   - kind: What kind of thing.
  ///   - message: What was left out.
  ///   - callSite: The place to name in reports.
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
  /// Reports something that a test found wrong outside of what a scope observes.
  ///
  /// - Parameters:
  ///   - kind: What kind of thing.
  ///   - message: What happened and what to do, in whole sentences.
  ///   - callSite: The place to name in reports.
  public static func report(_ kind: TestFailure.Kind, _ message: String, at callSite: CallSite) {
    current(TestFailure(kind, message, at: callSite))
  }
}

@_spi(Strata) public import StrataConcurrency

// What testers ask for that do not assert by predicates.
extension TestSeat {
  /// The present moment of virtual time.
  public var now: VirtualInstant { scope.clockwork.now }

  /// Waits until nothing can run at this moment of virtual time.
  public func quiet() async {
    await scope.clockwork.quiet()
  }

  /// Lets virtual time pass to the next moment at which something happens, and waits until that is
  /// over.
  ///
  /// - Returns: Whether there was such a moment before the limit.
  public func step(until limit: VirtualInstant) async -> Bool {
    await scope.clockwork.step(until: limit)
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
}

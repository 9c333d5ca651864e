public import StrataConcurrency
public import StrataCore

extension TestScope {
  /// Whether a context has sent an event that no assertion has matched yet.
  ///
  /// Call it only inside an assertion, which matches the first such event when it is met; elsewhere it is
  /// reported. Dialects build their own spelling on it.
  ///
  /// - Parameters:
  ///   - event: The event, as failures show it.
  ///   - sender: The expected sender.
  ///   - function: How the dialect spells it, for reports.
  ///   - callSite: The call site to name in reports.
  ///   - isWanted: Whether a sent event is the expected one.
  /// - Returns: The predicate.
  public static func didSend(
    _ event: any Sendable,
    from sender: Context,
    as function: String = "didSend(_:)",
    at callSite: CallSite,
    where isWanted: (any Sendable) -> Bool
  ) -> TestPredicate {
    guard let frame = AssertionFrame.current else {
      FailureSink.current(
        TestFailure(.misuse, FailureText.outsideAssertion(function), at: callSite)
      )
      return TestPredicate(false) { FailureText.outsideAssertion(function) }
    }
    let pending = frame.host.pendingEvents.filter { $0.sender === sender }
    let matching = pending.filter { isWanted($0.event) }
    // Those that have to be asserted come first.
    let candidates = matching.filter { !$0.isExcused } + matching.filter(\.isExcused)
    let isMet = frame.match(firstOf: candidates.lazy.map { .event(number: $0.number) })
    return TestPredicate(isMet) {
      FailureText.notSent(event, by: sender.layout.name, pending.map(\.event))
    }
  }

  var pendingEvents: [SentEvent] { state.withLock { $0.events.filter { !$0.isAsserted } } }
}

public import StrataConcurrency
public import StrataCore

extension TestScope {
  /// Whether a context has sent an event that no assertion has claimed yet.
  ///
  /// Only inside an assertion, which claims the first such event when it is met; elsewhere it is
  /// reported. What dialects make their own spelling of.
  ///
  /// - Parameters:
  ///   - event: The event, as failures show it.
  ///   - sender: Who is to have sent it.
  ///   - function: How the dialect spells it, for reports.
  ///   - callSite: The place to name in reports.
  ///   - isWanted: Whether an event that was sent is the one.
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
    let pending = frame.scope.pendingEvents.filter { $0.sender === sender }
    let matching = pending.filter { isWanted($0.event) }
    // Those that have to be asserted come first.
    let candidates = matching.filter { !$0.isExcused } + matching.filter(\.isExcused)
    let isMet = frame.claim(firstOf: candidates.lazy.map { .event(number: $0.number) })
    return TestPredicate(isMet) {
      FailureText.notSent(event, by: sender.layout.name, pending.map(\.event))
    }
  }

  var pendingEvents: [SentEvent] { state.withLock { $0.events.filter { !$0.isAsserted } } }
}

/// The state that a multicast and its subscriptions share.
///
/// It is separate from ``Multicast``, so a loop that waits for elements does not retain their source.
@usableFromInline
final class MulticastChannel: Sendable {
  private let state: Locked<MulticastState>
  /// Only for reports.
  private let elementType: any Any.Type

  @usableFromInline
  init(of elementType: any Any.Type, replaying element: MulticastElement? = nil) {
    self.elementType = elementType
    state = Locked(MulticastState(replaying: element), rank: .delivery)
  }

  @usableFromInline var current: MulticastElement? { state.withLock { $0.current } }
  @usableFromInline var subscriberCount: Int { state.withLock { $0.count } }

  @usableFromInline
  func send(_ makeElement: () -> MulticastElement) {
    perform(state.withLock { $0.send(makeElement) })
  }

  @usableFromInline
  func finish() {
    perform(state.withLock { $0.finish() })
  }

  @usableFromInline
  func subscribe(
    _ policy: BufferingPolicy,
    onTermination: (@Sendable () -> Void)?
  ) -> MulticastSubscription {
    let (serial, actions) = state.withLock { $0.subscribe(policy, onTermination: onTermination) }
    perform(actions)
    return MulticastSubscription(channel: self, serial: serial)
  }

  /// Takes the next element of a subscriber, if there is one; otherwise stores the call that waits for it.
  func take(_ serial: UInt64, for call: MulticastState.Call? = nil) -> MulticastState.Answer {
    state.withLock { $0.take(serial, for: call) }
  }

  func setPolicy(_ policy: BufferingPolicy, of serial: UInt64) {
    perform(state.withLock { $0.setPolicy(policy, of: serial) })
  }

  func terminate(_ serial: UInt64) {
    perform(state.withLock { $0.terminate(serial) })
  }

  private func perform(_ actions: MulticastState.Actions) {
    for (call, element) in actions.resumptions { call.resume(returning: element) }
    for terminated in actions.terminations { terminated() }
    if actions.hasLost { reportLoss() }
  }

  private func reportLoss() {
    ReportSink.report(
      """
      An asynchronous sequence of \(elementType) has lost elements: its loop is slower than what sends \
      to it, and its buffer is full. Name a policy that says what may be dropped, or make the loop faster.
      """,
      at: .thisLine()
    )
  }
}

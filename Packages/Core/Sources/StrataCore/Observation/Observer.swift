import StrataConcurrency
import Synchronization

/// Calls a closure with each change.
final class Observer: SlotObserver {
  /// Checked at each call, because the list that is being delivered may be older than the cancellation.
  let isCancelled = Atomic<Bool>(false)
  let callSite: CallSite
  private let body: @Sendable (borrowing Change) -> Void
  private let onRoundEnd: (@Sendable (UInt64) -> Void)?

  init(
    callSite: CallSite,
    onRoundEnd: (@Sendable (UInt64) -> Void)? = nil,
    body: @escaping @Sendable (borrowing Change) -> Void
  ) {
    self.callSite = callSite
    self.onRoundEnd = onRoundEnd
    self.body = body
  }

  var site: ObserverSite { ObserverSite(kind: "observer", callSite: callSite) }

  func receive(_ change: borrowing Change) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    guard Cause.isRecorded else { return body(change) }
    // The change led to the body's writes, and not the current work of this thread.
    let cause = Cause(.observer, at: callSite, after: change.cause)
    Cause.with(cause) { body(change) }
  }

  func endRound(_ number: UInt64) {
    guard let onRoundEnd, !isCancelled.load(ordering: .relaxed) else { return }
    onRoundEnd(number)
  }
}

public import StrataConcurrency
import Synchronization

/// An observer that reads the value itself when it is notified, with the lock that the notification has taken.
// SAFETY: `version` is accessed only while the lock of the observed context is held. Everything else is constant
// or atomic.
@usableFromInline
class ReadingObserver: SlotObserver, @unchecked Sendable {
  /// Checked at each call, because the list that is being delivered may be older than the cancellation.
  final let isCancelled = Atomic<Bool>(false)
  /// The version of the last delivered value.
  @safe @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 0
  final let callSite: CallSite
  private let onNotice: @Sendable (ReadingObserver, Cause?, LockReference?) -> Void

  /// Makes an observer that reads the value when it may have changed.
  @usableFromInline
  init(
    callSite: CallSite,
    onNotice: @escaping @Sendable (ReadingObserver, Cause?, LockReference?) -> Void
  ) {
    self.callSite = callSite
    self.onNotice = onNotice
  }

  /// Takes out the last delivered value; called with the lock held.
  func takeLast() -> Any? { nil }

  @usableFromInline var site: ObserverSite {
    ObserverSite(kind: "observer", callSite: callSite)
  }

  @usableFromInline
  final func receive(_ change: borrowing Change) { notify(change.cause) }

  /// Notifies the observer that the value may have changed.
  ///
  /// - Parameters:
  ///   - cause: The cause of the change.
  ///   - held: The lock of the value, if the caller has it; it is released.
  final func notify(_ cause: Cause?, _ held: LockReference? = nil) {
    guard !isCancelled.load(ordering: .relaxed) else {
      held?.unlock()
      return
    }
    onNotice(self, cause, held)
  }

  /// Calls a closure as a step that follows a change.
  @usableFromInline
  final func call(after cause: Cause?, _ body: () -> Void) {
    guard Cause.isRecorded else { return body() }
    Cause.with(Cause(.observer, at: callSite, after: cause), body)
  }
}

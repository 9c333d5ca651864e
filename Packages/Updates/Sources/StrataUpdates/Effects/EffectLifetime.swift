import Synchronization

/// The state that a running effect and its waiting actions share.
///
/// An action may have been produced before its effect was cancelled, and wait; it is not handled then.
@usableFromInline
final class EffectLifetime: Sendable {
  private let flag = Atomic<Bool>(false)
  private let waiting = Atomic<Int>(0)

  /// Whether the effect has been cancelled.
  @usableFromInline var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Whether actions of the effect wait for their turn.
  var hasWaitingActions: Bool { waiting.load(ordering: .acquiring) > 0 }

  func cancel() {
    flag.store(true, ordering: .releasing)
  }

  /// Notes that an action waits.
  func addAction() {
    waiting.add(1, ordering: .acquiringAndReleasing)
  }

  /// Notes that an action was handled or dropped.
  @usableFromInline
  func removeAction() {
    waiting.subtract(1, ordering: .acquiringAndReleasing)
  }
}

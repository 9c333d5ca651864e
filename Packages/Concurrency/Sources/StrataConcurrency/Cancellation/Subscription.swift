import Synchronization

/// Calls that a caller has asked for, such as an observation's: they end when this is cancelled or released.
///
/// Observations return one. Retain it as long as the calls are wanted:
///
/// ```swift
/// let subscription = store.observe { print($0) }
/// subscription.cancel()
/// ```
///
/// The first ``cancel()`` also releases what the calls retain, the caller's closure among it. So a closure that retains
/// the object with the subscription is a retain cycle that ``cancel()`` breaks.
public final class Subscription {
  private let flag = Atomic<Bool>(false)
  /// Accessed by the one thread that sets the flag, and by nothing after it.
  private var ending: (@Sendable () -> Void)?

  /// Makes a subscription of the caller's own.
  ///
  /// - Parameter onCancel: Ends the calls; called once, by the thread that cancels or releases the subscription.
  public init(onCancel: @escaping @Sendable () -> Void) { ending = onCancel }

  deinit { cancel() }

  /// Whether the calls have ended.
  public var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Ends the calls: none starts after this returns, except by a delivery that another thread has begun.
  public func cancel() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    ending.take()?()
  }
}

// SAFETY: `ending` is accessed by the thread that sets the flag alone.
extension Subscription: Cancellable, @unchecked Sendable {}

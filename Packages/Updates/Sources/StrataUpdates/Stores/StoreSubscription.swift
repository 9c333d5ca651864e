public import StrataConcurrency
import Synchronization

/// Lets a store call a closure; ends when it is cancelled or released.
public final class StoreSubscription: Cancellable {
  private let flag = Atomic<Bool>(false)
  private let held = Locked<(any Cancellable)?>(nil, rank: .leaf)

  init() {}

  deinit { cancel() }

  /// Whether the subscription has ended.
  public var isCancelled: Bool { flag.load(ordering: .acquiring) }

  /// Ends the subscription: no call starts after this returns, except one that another thread has
  /// begun.
  public func cancel() {
    flag.store(true, ordering: .releasing)
    let former = held.withLock { $0.take() }
    former?.cancel()
  }

  /// Takes over an object that is to be cancelled with the subscription.
  func hold(_ cancellable: any Cancellable) {
    held.withLock { $0 = cancellable }
    // The flag is set before `held` is emptied, so whichever is later sees the other.
    if isCancelled { cancel() }
  }
}

import StrataConcurrency
import Synchronization

/// Knows since when the current thread runs code that a tree has called: an activation, or a model's callback.
///
/// Such code cannot know of a removal by another thread since then. Removals are counted, so that the beginning of a
/// call and a removal have an order. The delivery of a round is not counted here; see ``Tree/deliveredRemovals``.
package enum CalledCode {
  /// How many threads run such code.
  private static let threadCount = Atomic<Int>(0)
  private static let removals = Atomic<UInt>(0)
  /// One more than the number of removals at the beginning of the outermost call, or 0 outside one.
  private static let word = ThreadWord("CalledCode")

  /// The number of removals by now.
  static var removalCount: UInt {
    @inline(__always) get { removals.load(ordering: .relaxed) }
  }

  /// Counts a removal; called with the lock of its tree held.
  ///
  /// - Returns: Its number.
  static func countRemoval() -> UInt { removals.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Whether the current thread runs such code.
  static var isRunning: Bool { word.bits != 0 }

  /// Whether another thread runs such code.
  static var isRunningElsewhere: Bool {
    threadCount.load(ordering: .relaxed) > (isRunning ? 1 : 0)
  }

  /// Whether the current thread runs such code, whose outermost call began before a removal.
  static func hasBegun(before removal: UInt) -> Bool { isRunning && word.bits <= removal }

  /// Calls a closure as such code, unless that is going on.
  package static func run(_ body: () -> Void) {
    let isOutermost = enter()
    TrackingScope.suspended(body)
    if isOutermost { leave() }
  }

  /// Begins a call.
  ///
  /// - Returns: Whether it is the outermost, which has to ``leave()``.
  static func enter() -> Bool {
    guard !isRunning else { return false }
    renew()
    threadCount.wrappingAdd(1, ordering: .relaxed)
    return true
  }

  /// Lets the outermost call begin now.
  static func renew() { word.bits = removalCount + 1 }

  /// Ends the outermost call.
  static func leave() {
    word.bits = 0
    threadCount.wrappingSubtract(1, ordering: .relaxed)
  }
}

/// A removal of a context, while code that the tree had called was running.
struct Removal: Sendable {
  let number: UInt
  /// The thread, if its code was called by the tree as well.
  let thread: ThreadIdentity?
}

extension Tree {
  /// Records the removal of a subtree, if another thread may run code that the tree has called, or is to run it for a
  /// change from before; called with the lock held.
  func recordRemoval() -> Removal? {
    let isDelivering = deliveryOwner == .current
    guard
      CalledCode.isRunningElsewhere
        || (!isDelivering && (deliveryOwner != nil || lock.flagWord & TreeFlags.queued != 0))
    else { return nil }
    let isCalled = isDelivering || CalledCode.isRunning
    return Removal(number: CalledCode.countRemoval(), thread: isCalled ? .current : nil)
  }

  /// Whether this thread runs code that the tree had called before a removal by another thread; called with the lock
  /// held.
  ///
  /// The observers of a change from before the removal belong to that, even if they are called after it.
  func hasCalled(before removal: Removal) -> Bool {
    guard removal.thread != .current else { return false }
    if CalledCode.hasBegun(before: removal.number) { return true }
    return deliveryOwner == .current && deliveredRemovals < removal.number
  }
}

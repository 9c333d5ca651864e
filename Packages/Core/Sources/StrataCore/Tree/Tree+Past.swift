import StrataConcurrency
import Synchronization

// A transaction shows other threads the values from before it. Reading the past uses the same mechanism. The properties
// are temporarily locked by no thread, and their past values are the values from before.

/// A value that a property had after a change, to be read again.
@_spi(Strata)
public struct PastValue {
  /// The property.
  public let read: SlotRead
  /// The value.
  public let value: Any
  /// The value with its type, in the form of a value from before.
  let change: any PendingChange
}

// SAFETY: the value is the engine's own copy, which no thread changes. Like every property value it passes from thread
// to thread, whatever its type.
extension PastValue: @unchecked Sendable {}

extension Change {
  /// The value after this change, to be read again later.
  ///
  /// - Complexity: O(1), and a copy of the value.
  @_spi(Strata)
  public var pastValue: PastValue {
    PastValue(
      read: SlotRead(context: context, slot: slot),
      value: anyNewValue,
      change: unsafe withNewValue {
        unsafe context.layout.slots[slot].operations.hold($0, context, slot, isCompared: true)
      }
    )
  }

  /// The value before this change, to be read again later; `nil` if it was not retained.
  ///
  /// - Complexity: O(1), and a copy of the value.
  @_spi(Strata)
  public var priorValue: PastValue? {
    guard let value = anyOldValue,
      let held = unsafe withOldValue({
        unsafe context.layout.slots[slot].operations.hold($0, context, slot, isCompared: true)
      })
    else { return nil }
    return PastValue(read: SlotRead(context: context, slot: slot), value: value, change: held)
  }
}

extension Context {
  /// Runs a closure in which some properties of this context's tree have their past values.
  ///
  /// The past values are visible to every thread, without notifications. Reads are tracked as always. Call it when
  /// nothing in the tree runs. Writes to those properties and transactions wait until the closure has returned, so the
  /// closure must do neither. In an open transaction the values are the current ones.
  ///
  /// - Parameters:
  ///   - past: The values, one for each property. Those of contexts that have left the tree are ignored.
  ///   - body: The code that reads.
  /// - Returns: The result of `body`.
  @_spi(Strata)
  public func reading<Result>(_ past: [PastValue], _ body: () -> Result) -> Result {
    let lock = lock()
    let tree = tree
    guard !past.isEmpty, !tree.isDetached, tree.transaction.enter(.past) == .outermost else {
      lock.unlock()
      return body()
    }
    lock.flagWord |= TreeFlags.transaction
    for value in past { tree.hold(value) }
    lock.unlock()
    defer { tree.endPast() }
    return body()
  }
}

extension Tree {
  /// Shows a past value of a property; called with the lock held.
  fileprivate func hold(_ past: PastValue) {
    let (context, slot) = (past.read.context, past.read.slot)
    // Otherwise this lock does not guard it.
    guard context.guardLock.load(ordering: .relaxed) == lock.bitPattern, context.phase.isLive,
      unsafe context.headers[slot].flags.isDisjoint(with: [.held, .checkedOut])
    else { return }
    context.markHeld(slot)
    log.hold(past.change)
  }

  /// Whether all threads read the past; called with the lock held.
  ///
  /// Derived values are then computed at each read.
  var showsPast: Bool { transaction.owner == .past }

  /// Shows the current values again.
  fileprivate func endPast() {
    lock.lock()
    let held = log.take().changes
    var leftovers: [Any] = []
    for change in held {
      unsafe change.context.headers[change.slot].flags.remove(.held)
      // Its context has left the tree meanwhile, and has left the slot to this thread.
      if unsafe change.context.headers[change.slot].flags.contains(.stale),
        let leftover = change.context.releaseValue(ofSlotAt: change.slot)
      {
        leftovers.append(leftover)
      }
    }
    _ = transaction.leave(.past)
    lock.flagWord &= ~TreeFlags.transaction
    let waiters = takeAllWaiters()
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((held, leftovers)) {}
  }
}

extension ThreadIdentity {
  /// No thread: the owner of the properties that show past values.
  fileprivate static let past = ThreadIdentity(rawValue: 1)
}

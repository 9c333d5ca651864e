import StrataConcurrency
import Synchronization

// A transaction shows other threads the values from before it. Reading the past uses just that: for a
// while the properties are held by nobody, with the values that they had as the ones from before.

/// A value that a property had after some change, to be read once more.
@_spi(Strata)
public struct PastValue {
  /// The property.
  public let read: SlotRead
  /// The value.
  public let value: Any
  /// Holds it with its type, as "the one from before".
  let change: any PendingChange
}

// SAFETY: the value is the engine's own copy, which nobody changes; as every value of a property it is
// handed from thread to thread whatever its type.
extension PastValue: @unchecked Sendable {}

extension Change {
  /// The value after this change, to be read once more later.
  ///
  /// - Complexity: O(1), and a copy of the value.
  @_spi(Strata)
  public var pastValue: PastValue {
    PastValue(
      read: SlotRead(context: context, slot: slot),
      value: anyNewValue,
      change: unsafe withNewValue {
        unsafe context.layout.slots[slot].operations.hold($0, context, slot)
      }
    )
  }

  /// The value before this change, to be read once more later; `nil` if it was not kept.
  ///
  /// - Complexity: O(1), and a copy of the value.
  @_spi(Strata)
  public var priorValue: PastValue? {
    guard let value = anyOldValue,
      let held = unsafe withOldValue({
        unsafe context.layout.slots[slot].operations.hold($0, context, slot)
      })
    else { return nil }
    return PastValue(read: SlotRead(context: context, slot: slot), value: value, change: held)
  }
}

extension Context {
  /// Runs a closure in which some properties of this context's tree are read as they were once.
  ///
  /// For every thread; nobody is told. Reads are tracked as always. To be called when nothing of the
  /// tree runs: writes to those properties, and transactions, wait until the closure has returned, so it
  /// must not do either. In an open transaction the values are those of now.
  ///
  /// - Parameters:
  ///   - past: The values, of each property one. Those of contexts that have left the tree are ignored.
  ///   - body: What reads.
  /// - Returns: What `body` returns.
  @_spi(Strata)
  public func reading<Result>(_ past: [PastValue], _ body: () -> Result) -> Result {
    let lock = lock()
    let tree = tree
    guard !past.isEmpty, !tree.isDetached, tree.transaction.enter(.past) == .outermost else {
      lock.unlock()
      return body()
    }
    lock.attention |= Attention.transaction
    for value in past { tree.hold(value) }
    lock.unlock()
    defer { tree.endPast() }
    return body()
  }
}

extension Tree {
  /// Shows a value of the past in its property's place; called with the lock held.
  fileprivate func hold(_ past: PastValue) {
    let (context, slot) = (past.read.context, past.read.slot)
    // Only then this lock is the one that guards it.
    guard context.guardLock.load(ordering: .relaxed) == lock.bitPattern, context.phase.isLive,
      unsafe context.headers[slot].flags.isDisjoint(with: [.held, .busy])
    else { return }
    context.markHeld(slot)
    log.hold(past.change)
  }

  /// Whether all threads read the past; called with the lock held.
  ///
  /// Derived values are computed at each read then.
  var showsPast: Bool { transaction.owner == .past }

  /// Shows the present again.
  fileprivate func endPast() {
    lock.lock()
    let held = log.take().changes
    var leftovers: [Any] = []
    for change in held {
      unsafe change.context.headers[change.slot].flags.remove(.held)
      // It has left the tree meanwhile, and has left the slot to us.
      if unsafe change.context.headers[change.slot].flags.contains(.stale),
        let leftover = change.context.releaseValue(ofSlotAt: change.slot)
      {
        leftovers.append(leftover)
      }
    }
    _ = transaction.leave(.past)
    lock.attention &= ~Attention.transaction
    let waiters = takeAllWaiters()
    lock.unlock()
    for waiter in waiters { waiter.wake() }
    withExtendedLifetime((held, leftovers)) {}
  }
}

extension ThreadIdentity {
  /// No thread: the owner of what is read in the past.
  fileprivate static let past = ThreadIdentity(rawValue: 1)
}

import StrataConcurrency
import Synchronization

/// A context that was reached from another one.
package struct AdjacentContext {
  /// The context.
  package let context: Context
  /// Its handle, if its layout caches handles and the path led through one.
  package let handle: (any Sendable)?

  init(context: Context, handle: (any Sendable)? = nil) {
    self.context = context
    self.handle = handle
  }
}

@available(*, unavailable)
extension AdjacentContext: Sendable {}

extension Context {
  /// The contexts in the structural slots, in order; tracked.
  ///
  /// Rejected contexts, which belong elsewhere, are left out.
  ///
  /// - Complexity: O(number of children).
  package var trackedChildren: [AdjacentContext] { trackedChildren { _ in true } }

  /// The children that a closure selects, and those that have not joined the tree; tracked as all children.
  ///
  /// - Parameter isWanted: Called with the lock held, which guards the child as well.
  /// - Returns: The children, in order.
  func trackedChildren(where isWanted: (Context) -> Bool) -> [AdjacentContext] {
    var children: [AdjacentContext] = []
    for slot in layout.structuralSlots {
      ObservationBridge.access(self, slot)
      let held = layout.slots[slot].operations.adjacentContexts(of: self, slot: slot)
      let lock = lock()
      children += held.filter { isAccepted($0.context, slot: slot, isWanted) }
      lock.unlock()
    }
    return children
  }

  /// Whether a context in a slot is a child, or will be one; called with the lock held.
  ///
  /// It will be one when this context joins a tree or the transaction ends.
  private func isAccepted(_ child: Context, slot: Int, _ isWanted: (Context) -> Bool) -> Bool {
    let guardPattern = child.guardLock.load(ordering: .acquiring)
    if Tree.isDetachedLock(guardPattern) { return true }
    guard guardPattern == tree.lock.bitPattern, child.phase.isLive, isWanted(child) else {
      return false
    }
    return child.isChild(of: self, slot: slot) || !isBelow(child)
  }
}

extension Context {
  /// The values that contain this context, of the types that a closure selects.
  ///
  /// A property that a thread is changing in place is left out.
  ///
  /// - Returns: The names of the properties, as `Table.rows`, with their values.
  /// - Complexity: O(number of parents).
  package func holders(where isWanted: (Any.Type) -> Bool) -> [(name: String, value: Any)] {
    let lock = lock()
    defer { lock.unlock() }
    return parentPlaces.compactMap { parent, slot in
      guard parent.guardLock.load(ordering: .relaxed) == lock.bitPattern,
        slot < parent.layout.slotCount, isWanted(parent.layout.slots[slot].type),
        unsafe parent.headers[slot].flags.isDisjoint(with: [.checkedOut, .uninitialized])
      else { return nil }
      let value = unsafe parent.layout.slots[slot].operations.value(
        parent.address(ofSlotAt: slot)
      )
      return ("\(parent.layout.name).\(parent.layout.slots[slot].name)", value)
    }
  }
}

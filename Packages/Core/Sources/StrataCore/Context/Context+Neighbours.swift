import StrataConcurrency
import Synchronization

/// A context that was found from another one.
package struct Neighbour {
  /// The context.
  package let context: Context
  /// Its handle, if its layout keeps handles and the way led through one.
  package let handle: (any Sendable)?

  init(context: Context, handle: (any Sendable)? = nil) {
    self.context = context
    self.handle = handle
  }
}

@available(*, unavailable)
extension Neighbour: Sendable {}

extension Context {
  /// What the structural slots hold, in order; tracked.
  ///
  /// Without those that were refused, because they live elsewhere.
  ///
  /// - Complexity: O(number of children).
  package var trackedChildren: [Neighbour] { trackedChildren { _ in true } }

  /// Those of the children for which a closure says so, and those that have not joined the tree; tracked
  /// as all of them.
  ///
  /// - Parameter isWanted: Called with the lock held, which guards the child too.
  /// - Returns: The children, in order.
  func trackedChildren(where isWanted: (Context) -> Bool) -> [Neighbour] {
    var children: [Neighbour] = []
    for slot in layout.structuralSlots {
      ObservationBridge.access(self, slot)
      let held = layout.slots[slot].operations.neighbours(of: self, slot: slot)
      let lock = lock()
      children += held.filter { isAccepted($0.context, slot: slot, isWanted) }
      lock.unlock()
    }
    return children
  }

  /// The parents, in order of arrival; tracked.
  package var trackedParents: [Neighbour] {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return places.map { Neighbour(context: $0) }
  }

  /// Whether this context has at most one place; tracked.
  package var isUniquelyReferenced: Bool {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return parts?.otherParents.isEmpty ?? true
  }

  /// Whether a context that a slot holds is a child, or will be when this context joins a tree or the
  /// transaction ends; called with the lock held.
  private func isAccepted(_ child: Context, slot: Int, _ isWanted: (Context) -> Bool) -> Bool {
    let guardPattern = child.guardLock.load(ordering: .acquiring)
    if Tree.isDetachedLock(guardPattern) { return true }
    guard guardPattern == tree.lock.bitPattern, child.phase.isLive, isWanted(child) else {
      return false
    }
    return child.isChild(of: self, slot: slot) || !isBelow(child)
  }
}

import StrataConcurrency
import Synchronization

/// A rejected context: a slot contains it, but it cannot be a child there.
struct Rejection {
  /// The reason of a rejection.
  enum Reason {
    /// It is the parent itself, or an ancestor.
    case ancestor
    /// It belongs to another tree.
    case ofOtherTree
    /// It is a frozen copy.
    case frozen
    /// It has left a tree and has released functions and children.
    case released
    /// It has left a tree, and a thread is changing one of its properties.
    case checkedOut
  }

  let child: Context
  let parent: Context
  let slot: Int
  let reason: Reason

  /// Removes the context from the slot's value, if the value can exist without it, and reports it; called without a
  /// lock.
  func conclude() {
    // Another thread may have inserted it legally meanwhile.
    guard !isPlaced else { return }
    let descriptor = parent.layout.slots[slot]
    let remains = !parent.isLive || descriptor.operations.takeOut(child, of: parent, slot: slot)
    Diagnostic.rejected(reason, child.layout.name, parent.layout.place(of: slot), remains: remains)
      .report(at: descriptor.declaration)
  }

  private var isPlaced: Bool {
    parent.lock().unlocking {
      child.guardLock.load(ordering: .relaxed) == parent.guardLock.load(ordering: .relaxed)
        && child.phase.isLive && child.isChild(of: parent, slot: slot)
    }
  }
}

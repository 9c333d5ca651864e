import StrataConcurrency
import Synchronization

/// A context that a slot holds and that cannot live there.
struct Refusal {
  /// Why it cannot.
  enum Reason {
    /// It is the parent itself, or above it.
    case ancestor
    /// It lives in another tree.
    case foreign
    /// It is a frozen copy.
    case frozen
    /// It has left a tree and has let go of functions and children.
    case released
    /// It has left a tree, and a thread is changing one of its properties.
    case busy
  }

  let child: Context
  let parent: Context
  let slot: Int
  let reason: Reason

  /// Takes the context out of the slot's value, where the value can do without it, and reports it;
  /// called without a lock.
  func conclude() {
    // Another thread may have placed it legally meanwhile.
    guard !isPlaced else { return }
    let descriptor = parent.layout.slots[slot]
    let remains = !parent.isLive || descriptor.operations.takeOut(child, of: parent, slot: slot)
    Complaint.refused(reason, child.layout.name, parent.layout.place(of: slot), remains: remains)
      .report(at: descriptor.declaration)
  }

  private var isPlaced: Bool {
    parent.lock().unlocking {
      child.guardLock.load(ordering: .relaxed) == parent.guardLock.load(ordering: .relaxed)
        && child.phase.isLive && child.isChild(of: parent, slot: slot)
    }
  }
}

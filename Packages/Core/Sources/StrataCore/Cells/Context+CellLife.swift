import StrataConcurrency
import Synchronization

// Attachments are in no list of children, so traversals downwards do not meet them. Their owner's lock guards them from
// the beginning. They join with the owner and are closed with it. An owner that joins again has none.

extension Context {
  /// Gives a new attachment its owner's phase; called with the owner's lock held.
  func beginLife(beside owner: Context) {
    switch owner.phase {
    case .detached: return
    case .attached, .active: enterLife(beside: owner)
    case .sealed, .removed, .frozen:
      phase = owner.phase
      for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.refused) }
    }
    if owner.parts?.refusesCancelledTasks ?? false { guardSlots(true) }
  }

  private func enterLife(beside owner: Context) {
    // An attachment has no activation to run.
    phase = .active
    isActivationDue = true
    parentLink = ContextLink(owner)
    // SAFETY: a live context retains itself; `finish` releases it.
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// Makes the attachments of a context join a tree with it.
  ///
  /// Called with two locks held: the tree's, and the shared one that has guarded the context and its attachments.
  func joinCells() {
    guard let parts else { return }
    for (_, cell) in parts.keyed.entries {
      cell.shareTree(with: self)
      cell.guardLock.store(guardLock.load(ordering: .relaxed), ordering: .releasing)
      cell.enterLife(beside: self)
      if !(cell.layout.cell?.family.isRecorded ?? true) { tree.hasSignals = true }
    }
  }

  /// Gives a copy of this context copies of the attachments that are state; called with the lock held.
  func copyCells(to copy: Context, isFrozen: Bool, isTracked: Bool) {
    guard let parts else { return }
    for cell in parts.keyed.recordedCells {
      copy.ensuredParts.keyed.add(
        cell.makeCopy(isFrozen: isFrozen, isTracked: isTracked),
        for: ObjectIdentifier(cell.layout)
      )
    }
    if !parts.keyed.carried.isEmpty { copy.ensuredParts.keyed.carried = parts.keyed.carried }
  }

  /// Turns the check for cancelled writers on or off in all attachments; called with the lock held.
  func guardCells(_ isGuarded: Bool) {
    guard let parts else { return }
    for (_, cell) in parts.keyed.entries where cell.layout.cell != nil {
      cell.guardSlots(isGuarded)
    }
  }
}

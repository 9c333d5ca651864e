import StrataConcurrency
import Synchronization

// Cells are in no list of children: what walks the tree downwards does not meet them. They are
// guarded by their owner's lock from the beginning, join with the owner and are sealed with it. An
// owner that joins again begins without them.

extension Context {
  /// Lets a new cell be what its owner is; called with the owner's lock held.
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
    // There is nobody to be told.
    phase = .active
    isActivationDue = true
    parentLink = ContextLink(owner)
    // SAFETY: a live context holds itself; `finish` lets go.
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// Lets the cells of a context that joins a tree join, too; called with the tree's lock held and
  /// the shared one that has guarded the context and its cells.
  func joinCells() {
    guard let parts else { return }
    for (_, cell) in parts.keyed.entries {
      cell.shareTree(with: self)
      cell.guardLock.store(guardLock.load(ordering: .relaxed), ordering: .releasing)
      cell.enterLife(beside: self)
      if !(cell.layout.cell?.family.isRecorded ?? true) { tree.hasSignals = true }
    }
  }

  /// Takes the cells away from a context that has ended; called with the lock held.
  ///
  /// Appends them to `remaining`. Guests stay until the handlers of those that use them have run.
  func abandonKeyed(_ remaining: inout [ContextLink], _ settlement: inout Settlement) {
    guard let parts else { return }
    for (_, context) in parts.keyed.entries {
      guard context.layout.cell != nil else {
        settlement.abandonedGuests.append((guest: context, host: self))
        continue
      }
      context.parentLink = ContextLink(nil)
      remaining.append(ContextLink(context))
    }
  }

  /// Gives a copy of this context copies of the cells that are state; called with the lock held.
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

  /// Makes the cells ask whether a writer is cancelled, or no longer; called with the lock held.
  func guardCells(_ isGuarded: Bool) {
    guard let parts else { return }
    for (_, cell) in parts.keyed.entries where cell.layout.cell != nil {
      cell.guardSlots(isGuarded)
    }
  }
}

import StrataConcurrency
import Synchronization

// Attachments are in no list of children, so traversals downwards do not meet them. Their owner's lock guards them from
// the beginning. They join with the owner and are closed with it. An owner that joins again has none.

extension Context {
  /// Gives a new attachment its owner's phase; called with the owner's lock held.
  func beginLifetime(beside owner: Context) {
    switch owner.phase {
    case .detached: return
    case .attached, .active: _ = enterLifetime(beside: owner)
    case .sealed, .removed, .frozen:
      phase = owner.phase
      for slot in 0..<layout.slotCount { unsafe headers[slot].flags.insert(.rejected) }
    }
    if owner.facets?.rejectsCancelledTasks ?? false { guardSlots(true) }
  }

  /// - Returns: Whether readers are to be notified.
  private func enterLifetime(beside owner: Context) -> Bool {
    // An attachment has no activation to run.
    phase = .active
    parentLink = ContextLink(owner)
    // SAFETY: a live context retains itself; `finish` releases it.
    _ = unsafe Unmanaged.passRetained(self)
    return enqueueJoin()
  }

  /// Makes the attachments of a context join a tree with it.
  ///
  /// Called with two locks held: the tree's, and the shared one that has guarded the context and its attachments.
  ///
  /// - Returns: Whether readers are to be notified; then call ``Tree/deliver()`` without the lock.
  func joinAttachments() -> Bool {
    guard let facets else { return false }
    var hasReaders = false
    for (_, attachment) in facets.keyed.entries {
      attachment.shareTree(with: self)
      attachment.guardLock.store(guardLock.load(ordering: .relaxed), ordering: .releasing)
      if attachment.enterLifetime(beside: self) { hasReaders = true }
    }
    return hasReaders
  }

  /// Gives a copy of this context copies of the attachments that are state; called with the lock held.
  func copyAttachments(to copy: Context, isFrozen: Bool, isTracked: Bool) {
    guard let facets else { return }
    for attachment in facets.keyed.recordedAttachments {
      copy.ensuredFacets.keyed.add(
        attachment.makeCopy(isFrozen: isFrozen, isTracked: isTracked),
        for: ObjectIdentifier(attachment.layout)
      )
    }
    if !facets.keyed.subtreeFlags.isEmpty {
      copy.ensuredFacets.keyed.subtreeFlags = facets.keyed.subtreeFlags
    }
  }

  /// Turns the check for cancelled writers on or off in all attachments; called with the lock held.
  func guardAttachments(_ isGuarded: Bool) {
    guard let facets else { return }
    for (_, attachment) in facets.keyed.entries where attachment.layout.attachment != nil {
      attachment.guardSlots(isGuarded)
    }
  }
}

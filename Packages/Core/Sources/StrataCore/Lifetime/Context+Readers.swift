import StrataConcurrency

// A context in no tree notifies no tracker and no derived value. It records which of them have read it. They are
// notified when it joins a tree, then read it again, and are notified of its changes from then on.

extension Context {
  /// Queues the notification of those that have read this context before it joined its tree; called with the lock of
  /// that tree held.
  ///
  /// - Returns: Whether there are any; then call ``Tree/deliver()`` without the lock.
  func enqueueJoin() -> Bool {
    guard let facets else { return false }
    guard !facets.watchLists.isEmpty || !facets.edges.isEmpty || facets.hasFormerReaders else {
      return false
    }
    var isAny = markDependents(in: tree)
    for slot in facets.watchLists.indices where facets.isWatched(slot) {
      unsafe headers[slot].flags.insert(.watched)
      if tree.enqueueRereads(by: facets.watchLists[slot], of: self, slot) { isAny = true }
    }
    if facets.hasFormerReaders {
      for reader in facets.formerReaders { reader.add(to: tree.ensuredRereadNotification()) }
      facets.formerReaders = []
      isAny = true
    }
    return isAny
  }
}

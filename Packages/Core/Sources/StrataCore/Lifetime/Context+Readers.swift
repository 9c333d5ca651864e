import StrataConcurrency

// A context in no tree notifies no tracker and no derived value. It records which of them have read it. They are
// notified when it joins a tree, then read it again, and are notified of its changes from then on.

extension Context {
  /// Queues the notification of those that have read this context before it joined its tree; called with the lock of
  /// that tree held.
  ///
  /// - Returns: Whether there are any; then call ``Tree/deliver()`` without the lock.
  func enqueueJoin() -> Bool {
    guard let facets, !facets.watchLists.isEmpty || !facets.edges.isEmpty else { return false }
    var readers: [(reader: any RereadingObserver, slot: Int)] = []
    for slot in facets.watchLists.indices where facets.isWatched(slot) {
      unsafe headers[slot].flags.insert(.watched)
      for entry in facets.watchLists[slot].entries {
        if let reader = entry.observer as? any RereadingObserver { readers.append((reader, slot)) }
      }
    }
    let isAnyMarked = markDependents(in: tree)
    guard !readers.isEmpty else { return isAnyMarked }
    let cause = Cause.current
    tree.enqueue(isCaused: tree.deliveryOwner == .current) { [self] in
      for (reader, slot) in readers { reader.receiveJoin(of: self, slot, after: cause) }
    }
    return true
  }
}

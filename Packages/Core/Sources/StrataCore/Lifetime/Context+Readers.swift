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
    let former = facets.hasFormerReaders ? facets.formerReaders : []
    for slot in facets.watchLists.indices where facets.isWatched(slot) {
      unsafe headers[slot].flags.insert(.watched)
    }
    if !former.isEmpty { facets.formerReaders = [] }
    let isAnyMarked = markDependents(in: tree)
    guard !former.isEmpty || facets.hasReaders else { return isAnyMarked }
    let notification = tree.ensuredRereadNotification()
    notification.add(facets.watchLists, of: self)
    for reader in former { reader.add(to: notification) }
    return true
  }
}

extension ContextFacets {
  /// Whether an observer reads anew when it is notified.
  fileprivate var hasReaders: Bool {
    watchLists.contains { list in
      list.entries.contains { $0.observer is any RereadingObserver }
    }
  }
}

import StrataConcurrency

extension Context {
  /// Records a read of each property of this context and its descendants in the tracking scope of this thread, if any.
  ///
  /// - Complexity: O(size of the subtree), all of it under the tree's lock.
  package func trackSubtree() {
    guard TrackingScope.isAnyOpen else { return }
    let lock = lock()
    defer { lock.unlock() }
    for context in linkedSubtree {
      for slot in 0..<context.layout.slotCount { TrackingScope.note(context, slot) }
    }
  }
}

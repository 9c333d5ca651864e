import StrataConcurrency

extension Context {
  /// Lets the tracking scope that this thread is in, if any, count each property of this context and
  /// of all below it as read.
  ///
  /// - Complexity: O(size of the subtree), all of it under the tree's lock.
  public func trackSubtree() {
    guard TrackingScope.isAnyOpen else { return }
    let lock = lock()
    defer { lock.unlock() }
    for context in linkedSubtree {
      for slot in 0..<context.layout.slotCount { TrackingScope.note(context, slot) }
    }
  }
}

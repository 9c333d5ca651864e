import StrataConcurrency

extension Context {
  /// Takes the mark back of the run that has read a slot, because another value is committed; called with
  /// the lock held.
  @inline(__always)
  func forgetReads(ofSlotAt slot: Int) {
    if TrackingScope.isAnyOpen { unsafe headers[slot].stamp = 0 }
  }

  /// Lets the tracking scope that this thread is in, if any, count a property as read.
  package func noteRead(of slot: Int) {
    guard TrackingScope.isAnyOpen else { return }
    let lock = lock()
    defer { lock.unlock() }
    TrackingScope.note(self, slot)
  }
}

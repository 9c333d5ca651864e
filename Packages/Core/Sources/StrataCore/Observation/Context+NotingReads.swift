import StrataConcurrency

extension Context {
  /// Clears the epoch of the run that has read a slot, because another value is committed; called with the lock held.
  @inline(__always)
  func forgetReads(ofSlotAt slot: Int) {
    if TrackingScope.isAnyOpen { unsafe headers[slot].epoch = 0 }
  }

  /// Records a read of a property in the tracking scope of this thread, if any.
  package func noteRead(of slot: Int) {
    guard TrackingScope.isAnyOpen else { return }
    let lock = lock()
    defer { lock.unlock() }
    TrackingScope.note(self, slot)
  }
}

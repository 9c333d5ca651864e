import StrataConcurrency

extension Context {
  /// Lets the tracking scope that this thread is in, if any, count a property as read.
  package func noteRead(of slot: Int) {
    guard TrackingScope.isAnyOpen else { return }
    let lock = lock()
    defer { lock.unlock() }
    TrackingScope.note(self, slot)
  }
}

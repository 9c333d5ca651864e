import StrataConcurrency

extension Context {
  /// Makes the open tracking scope, if any, observe a signal of this context.
  func watch(_ signal: Signal) {
    guard TrackingScope.isAnyOpen || ObservationBridge.isAnyScopeOpen else { return }
    // Before the phase is looked at. A reader of a context that joins meanwhile is either notified of that, or finds the
    // context in the tree.
    _ = readObserved(signal.key.slot) { attachment(for: signal.key) }
    let lock = lock()
    if phase.isLive { tree.hasSignals = true }
    lock.unlock()
  }

  /// Notifies the observers of a signal of this context.
  func bumpVersion(_ signal: Signal) {
    existingAttachment(of: signal.key.layout)?.bumpOwnVersion()
  }

  /// Notifies the observers of this signal.
  func bumpOwnVersion() {
    let slot = Slot<Int>(uncheckedIndex: 0)
    write(slot, withoutTracking { read(slot) } &+ 1, isEqual: nil)
  }
}

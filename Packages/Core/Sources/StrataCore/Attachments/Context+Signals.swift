import StrataConcurrency

extension Context {
  /// Makes the open tracking scope, if any, observe a signal of this context.
  func watch(_ signal: Signal) {
    guard TrackingScope.isAnyOpen || ObservationBridge.isAnyScopeOpen else { return }
    let attachment = attachment(for: signal.key)
    let lock = lock()
    if phase.isLive { tree.hasSignals = true }
    lock.unlock()
    _ = attachment.readObserved(signal.key.slot)
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

import StrataConcurrency

extension Context {
  /// Makes the open tracking scope, if any, observe a signal of this context.
  func watch(_ signal: Signal) {
    guard TrackingScope.isAnyOpen || ObservationBridge.isAnyScopeOpen else { return }
    let cell = cell(for: signal.key)
    let lock = lock()
    if phase.isLive { tree.hasSignals = true }
    lock.unlock()
    _ = cell.readObserved(signal.key.slot)
  }

  /// Notifies the observers of a signal of this context.
  func stir(_ signal: Signal) {
    existingCell(of: signal.key.layout)?.stirSelf()
  }

  /// Notifies the observers of this signal.
  func stirSelf() {
    let slot = Slot<Int>(uncheckedIndex: 0)
    write(slot, withUntrackedReads { read(slot) } &+ 1, isEqual: nil)
  }
}

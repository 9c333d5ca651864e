import StrataConcurrency

extension Context {
  /// Lets this context retain its values after its end; called with the lock held.
  func beginKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    ensuredFacets.keeperCount += 1
  }

  /// Releases the values that this context has retained after its end, unless another entry needs them; called without
  /// the lock.
  func endKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    var released: [ReleasedValue] = []
    let lock = lock()
    let incarnation = facets?.incarnation ?? 0
    if let facets {
      facets.keeperCount -= 1
      // A history may have replaced a value before the context could return.
      if facets.keeperCount == 0, phase == .removed {
        released = releaseValues(areSettled: false)
      }
    }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, incarnation: incarnation) }
  }
}

import StrataConcurrency

extension Context {
  /// Lets this context retain its values after its end; called with the lock held.
  func beginKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    ensuredParts.keeperCount += 1
  }

  /// Releases the values that this context has retained after its end, unless another entry needs them; called without
  /// the lock.
  func endKeeping() {
    guard !layout.releasableSlots.isEmpty else { return }
    var released: [(slot: Int, value: Any)] = []
    let lock = lock()
    let life = parts?.life ?? 0
    if let parts {
      parts.keeperCount -= 1
      if parts.keeperCount == 0, phase == .removed { released = releaseValues() }
    }
    lock.unlock()
    if !released.isEmpty { forgetUnmissed(released, life: life) }
  }
}

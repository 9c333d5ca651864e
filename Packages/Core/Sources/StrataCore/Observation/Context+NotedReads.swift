extension Context {
  /// Whether a tracking scope, or Swift's observation, records the reads of this thread now.
  ///
  /// For owners that make the observed object at its first read.
  ///
  /// - Complexity: O(1); one load while no scope is open anywhere.
  @_spi(Strata)
  public static var notesReads: Bool {
    TrackingScope.takesNote || ObservationBridge.isAnyScopeOpen
  }
}

extension Context {
  /// Whether an observer or a derived value wants the changes of a slot.
  ///
  /// Without the lock: an observer that another thread adds meanwhile may be missed.
  @_spi(Strata)
  public func isHeard(slotAt index: Int) -> Bool {
    unsafe !headers[index].flagsWithoutLock.isDisjoint(with: .heard)
  }
}

extension Context {
  /// Records a read of a slot in the tracking scope of this thread, without the value.
  ///
  /// The read of a context that has left its tree is not reported: the owner's own value says what became of it.
  @_spi(Strata)
  public func noteRead(ofSlotAt index: Int) {
    guard TrackingScope.isAnyOpen, !TrackingScope.knows(self, index) else { return }
    noteRead(of: index)
  }
}

extension TrackingScope {
  /// Whether a scope of this thread records reads.
  fileprivate static var takesNote: Bool {
    guard isAnyOpen, let pointer = unsafe current else { return false }
    // SAFETY: as in `note`.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0 !== UntrackedScope.shared
    }
  }
}

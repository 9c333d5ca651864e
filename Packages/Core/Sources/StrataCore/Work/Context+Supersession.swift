import StrataConcurrency

extension Context {
  /// Rejects writes of cancelled tasks to this context, until ``endSupersession()``.
  ///
  /// For work that has been replaced and has not returned yet. Its successor waits for that, and begins from a state
  /// that the replaced body no longer changes. Writes of other cancelled tasks of this context are rejected as well,
  /// because to recognise each task would cost every task.
  ///
  /// Calls are balanced, on any threads in any order.
  ///
  /// - Complexity: O(number of properties).
  package func beginSupersession() {
    changeSupersededBodies(by: 1)
  }

  /// Ends the rejection that ``beginSupersession()`` began.
  package func endSupersession() {
    changeSupersededBodies(by: -1)
  }

  private func changeSupersededBodies(by difference: Int) {
    let lock = lock()
    defer { lock.unlock() }
    let facets = ensuredFacets
    facets.supersededBodies += difference
    guardSlots(facets.rejectsCancelledTasks)
  }

  /// Turns the check for cancelled writers on or off, also in the attachments; called with the lock held.
  func guardSlots(_ isGuarded: Bool) {
    for slot in 0..<layout.slotCount {
      if isGuarded {
        unsafe headers[slot].flags.insert(.guarded)
      } else {
        unsafe headers[slot].flags.remove(.guarded)
      }
    }
    guardAttachments(isGuarded)
  }
}

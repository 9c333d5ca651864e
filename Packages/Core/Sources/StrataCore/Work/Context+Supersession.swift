import StrataConcurrency

extension Context {
  /// Refuses what cancelled tasks write to this context, until ``endSupersession()``.
  ///
  /// For work that has been replaced and has not returned yet: its successor waits for that, and is to
  /// begin from a state that the replaced body no longer changes. Other tasks of this context that
  /// are cancelled meanwhile are refused too; to know each by name would cost every task.
  ///
  /// Calls are balanced, in any order of threads.
  ///
  /// - Complexity: O(number of properties).
  package func beginSupersession() {
    changeSupersededBodies(by: 1)
  }

  /// Ends what ``beginSupersession()`` began.
  package func endSupersession() {
    changeSupersededBodies(by: -1)
  }

  private func changeSupersededBodies(by difference: Int) {
    let lock = lock()
    defer { lock.unlock() }
    let parts = ensuredParts
    parts.supersededBodies += difference
    guardSlots(parts.refusesCancelledTasks)
  }

  /// Makes the slots, and those of the context's cells, ask whether a writer is cancelled, or no longer; called with the lock held.
  func guardSlots(_ isGuarded: Bool) {
    for slot in 0..<layout.slotCount {
      if isGuarded {
        unsafe headers[slot].flags.insert(.guarded)
      } else {
        unsafe headers[slot].flags.remove(.guarded)
      }
    }
    guardCells(isGuarded)
  }

  /// What to say of a cancelled task's write, once in each life; called with the lock held.
  func complaintOfCancelledWriter(to slot: Int) -> (Complaint, LateAccess) {
    let owner = layout.cell == nil ? self : parent
    if owner?.parts?.unfinishedLives ?? 0 > 0 {
      return (.formerWrite(layout.place(of: slot)), .formerWrite)
    }
    return (.supersededWrite(layout.place(of: slot)), .supersededWrite)
  }
}

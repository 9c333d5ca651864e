extension WorkTable {
  /// Makes new work the successor of the work with a key.
  ///
  /// Running work is cancelled, and the new work waits for it. Work that still waits itself is cancelled and passes its
  /// gate on. It will never begin, so no work waits for it.
  ///
  /// - Returns: The gate at which the new work has to wait, if any, and the actions to perform outside the lock.
  mutating func replaceWork(
    in bucket: KeyTable.Index,
    with id: ID
  ) -> (gate: UnwindGate?, followUp: RestartFollowUp) {
    let earlier = keys.work(in: bucket).map { self.id(at: $0) }.filter { $0 != id }
    tag(id, with: bucket)
    var followUp = RestartFollowUp()
    var gate: UnwindGate?
    for waiting in earlier {
      guard let taken = slots[Int(waiting.index)].gate else { continue }
      slots[Int(waiting.index)].gate = nil
      if let call = taken.handOver(to: id.serial) { followUp.calls.append(call) }
      if let action = cancel(waiting) { followUp.actions.append(action) }
      followUp.droppedKeys += keys.untag(slots[Int(waiting.index)].firstTag)
      slots[Int(waiting.index)].firstTag = Self.none
      gate = taken
    }
    for running in earlier where contains(running) {
      guard slots[Int(running.index)].firstTag != Self.none else { continue }
      if let action = cancel(running) { followUp.actions.append(action) }
      // A handler is gone by now; the rest are tasks that have begun.
      guard contains(running) else { continue }
      if let gate {
        guard !slots[Int(running.index)].successors.contains(where: { $0 === gate }) else {
          continue
        }
        gate.addRunning()
        slots[Int(running.index)].successors.append(gate)
      } else {
        let made = UnwindGate(running: 1, holder: id.serial)
        slots[Int(running.index)].successors.append(made)
        gate = made
      }
    }
    slots[Int(id.index)].gate = gate
    return (gate, followUp)
  }

  /// Lets the body of restarted work begin.
  ///
  /// - Returns: Whether it may; not if it was cancelled or replaced before.
  mutating func begin(_ id: ID) -> Bool {
    guard contains(id), !slots[Int(id.index)].isCancelled else { return false }
    slots[Int(id.index)].gate = nil
    return true
  }
}

/// The actions that a restart leaves to be performed outside the lock.
struct RestartFollowUp {
  var actions: [CancelAction] = []
  /// The calls of tasks that were superseded while they waited.
  var calls: [SuspendedCall<Void>] = []
  /// Only to be released.
  var droppedKeys: [CancellationKey] = []

  func perform() {
    CancelAction.perform(actions)
    for call in calls { call.resume(returning: ()) }
  }
}

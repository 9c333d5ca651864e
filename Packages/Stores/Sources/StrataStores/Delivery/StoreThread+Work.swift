extension StoreThread {
  /// Runs a closure inside which nothing is delivered on this thread.
  func withoutDelivery(_ body: () -> Void) {
    enter()
    defer { leave() }
    body()
  }

  /// Defers work until this thread is in no change.
  func whenIdle(_ work: @escaping () -> Void) {
    guard depth > 0 else { return work() }
    unsafe memory.pointee.deferred.append(work)
    hasWork = true
  }

  /// Leaves a delivery to the end of the outermost change.
  func owe(_ delivery: StoreDelivery) {
    unsafe memory.pointee.pending.append(delivery)
    hasWork = true
  }

  /// Waits at the end of the outermost change while many updates wait in a delivery that another thread runs.
  func waitForRoom(in delivery: StoreDelivery) {
    guard unsafe !memory.pointee.crowded.contains(where: { $0 === delivery }) else { return }
    unsafe memory.pointee.crowded.append(delivery)
    hasWork = true
  }

  /// Does the deferred work.
  @usableFromInline
  func flush() {
    while true {
      if let work = unsafe memory.pointee.deferred.first {
        unsafe memory.pointee.deferred.removeFirst()
        work()
      } else if let delivery = unsafe memory.pointee.pending.first {
        unsafe memory.pointee.pending.removeFirst()
        delivery.perform(self)
      } else if let delivery = unsafe memory.pointee.crowded.popLast() {
        // Last, so that this thread has no role that others wait for.
        delivery.waitForRoom(self)
      } else {
        hasWork = false
        return
      }
    }
  }
}

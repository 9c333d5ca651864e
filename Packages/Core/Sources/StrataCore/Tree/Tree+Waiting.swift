import StrataConcurrency

/// A thread that sleeps until something in a tree becomes free.
struct Waiter {
  let thread: ThreadIdentity
  let parker: Parker
  /// The slot that it waits for, or `nil` if it waits for the transaction.
  let slot: WaitedSlot?
}

/// A slot of a context that is there as long as someone waits for it.
struct WaitedSlot: Equatable {
  let context: ObjectIdentifier
  let slot: Int
}

extension Tree {
  /// Sleeps until something that was in use becomes free; called with the lock held, which is given
  /// back.
  func sleep(
    for holder: ThreadIdentity,
    until slot: WaitedSlot? = nil,
    at place: @autoclosure () -> String
  ) {
    let waiter = Waiter(thread: .current, parker: Parker(), slot: slot)
    // Who waits for whom is noted and forgotten under the tree's lock. A thread that has been woken
    // and not run yet must not count as waiting, or a circle would be seen that is none.
    if let places = WaitGraph.add(waiter.thread, for: holder, at: place()) {
      lock.unlock()
      Complaint.waitCycle(places).trap()
    }
    waiters.append(waiter)
    lock.attention |= Attention.waiters
    lock.unlock()
    waiter.parker.park()
  }

  /// Takes all sleeping threads out, to be woken after the lock is given back; called with the lock
  /// held.
  func takeAllWaiters() -> [Parker] {
    guard !waiters.isEmpty else { return [] }
    defer { waiters = [] }
    lock.attention &= ~Attention.waiters
    WaitGraph.remove(waiters)
    return waiters.map(\.parker)
  }
}

extension Context {
  /// Takes the threads out that wait for a slot, to be woken after the lock is given back; called
  /// with the lock held.
  func takeWaiters(for slot: Int) -> [Parker] {
    guard !tree.waiters.isEmpty else { return [] }
    let free = WaitedSlot(context: ObjectIdentifier(self), slot: slot)
    let woken = tree.waiters.filter { $0.slot == free }
    guard !woken.isEmpty else { return [] }
    tree.waiters.removeAll { $0.slot == free }
    if tree.waiters.isEmpty { tree.lock.attention &= ~Attention.waiters }
    WaitGraph.remove(woken)
    return woken.map(\.parker)
  }

  /// Sleeps until a slot that another thread changes may be free; called with the lock held.
  ///
  /// The lock is given back. Ask again afterwards.
  func wait(forSlot slot: Int, to action: String, _ lock: LockReference) {
    let header = unsafe headers[slot]
    let holder =
      header.flags.contains(.busy)
      ? ThreadIdentity(rawValue: header.holder) : tree.transaction.owner
    // Free again already: the header was read before another thread let go.
    guard let holder else { return lock.unlock() }
    guard holder != .current else {
      lock.unlock()
      Complaint.overlappingAccess(layout.place(of: slot), action).trap()
    }
    let tree = tree
    let layout = layout
    let free = WaitedSlot(context: ObjectIdentifier(self), slot: slot)
    tree.sleep(for: holder, until: free, at: "\(action) \(layout.place(of: slot))")
  }
}

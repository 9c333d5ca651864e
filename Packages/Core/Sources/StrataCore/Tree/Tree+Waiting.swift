@_spi(Strata) import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
  /// Whether the thread wants the slot for itself.
  ///
  /// Of those, one at a time is woken: it wakes the next when it is done.
  let isExclusive: Bool

  func isSame(as other: WaitedSlot?) -> Bool {
    context == other?.context && slot == other?.slot
  }
}

extension Tree {
  /// Sleeps until something that was in use becomes free; called with the lock held, which is given
  /// back.
  func sleep(
    for holder: ThreadIdentity,
    until slot: WaitedSlot? = nil,
    at place: @autoclosure () -> String
  ) {
    // Not the thread itself: whoever waits for this one waits for the one in whose name it computes.
    let waiter = Waiter(thread: LogicalThread.current, parker: Parker(), slot: slot)
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

  /// Takes sleeping threads out, to be woken after the lock is given back; called with the lock
  /// held.
  func takeWaiters(where isTaken: (Waiter) -> Bool) -> [Parker] {
    var taken: [Waiter] = []
    waiters.removeAll { waiter in
      guard isTaken(waiter) else { return false }
      taken.append(waiter)
      return true
    }
    if waiters.isEmpty { lock.attention &= ~Attention.waiters }
    WaitGraph.remove(taken.map(\.thread))
    return taken.map(\.parker)
  }

  /// Takes all sleeping threads out, to be woken after the lock is given back; called with the lock
  /// held.
  func takeAllWaiters() -> [Parker] {
    waiters.isEmpty ? [] : takeWaiters { _ in true }
  }
}

extension Context {
  /// Takes threads out that wait for a slot which is free now, to be woken after the lock is given
  /// back; called with the lock held.
  ///
  /// All that want to look, and the first that wants the slot for itself. Whoever has waited for that
  /// calls this when it is done, also when it has not taken the slot.
  func takeWaiters(for slot: Int) -> [Parker] {
    guard tree.lock.attention & Attention.waiters != 0 else { return [] }
    let free = WaitedSlot(context: ObjectIdentifier(self), slot: slot, isExclusive: true)
    var isTaken = false
    let woken = tree.takeWaiters { waiter in
      guard free.isSame(as: waiter.slot) else { return false }
      if waiter.slot == free {
        guard !isTaken else { return false }
        isTaken = true
      }
      return true
    }
    // The others wait for nobody until someone takes the slot, unless a transaction has it.
    let holder = unsafe headers[slot].flags.contains(.held) ? tree.transaction.owner : nil
    WaitGraph.point(
      tree.waiters.filter { free.isSame(as: $0.slot) }.map(\.thread),
      to: holder
    )
    return woken
  }

  /// Notes that those who wait for a slot wait for this thread from now on; called with the lock
  /// held.
  func claimWaiters(for slot: Int) {
    guard tree.lock.attention & Attention.waiters != 0 else { return }
    let taken = WaitedSlot(context: ObjectIdentifier(self), slot: slot, isExclusive: true)
    WaitGraph.point(
      tree.waiters.filter { taken.isSame(as: $0.slot) }.map(\.thread),
      to: .current
    )
  }

  /// Wakes all that wait for a slot of this context, because it leaves the tree, or the shared
  /// guard, whose list they are in; called with the lock held.
  func wakeWaitersBeforeMoving() {
    guard tree.lock.attention & Attention.waiters != 0 else { return }
    for waiter in tree.takeWaiters(where: { $0.slot?.context == ObjectIdentifier(self) }) {
      waiter.wake()
    }
  }

  /// Sleeps until a slot that another thread changes may be free; called with the lock held.
  ///
  /// The lock is given back. Ask again afterwards.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - isExclusive: Whether this thread wants the slot for itself. Then it calls
  ///     ``takeWaiters(for:)`` in the end, whatever has become of the slot.
  ///   - action: What this thread wants to do.
  ///   - attempt: How often it has asked.
  ///   - lock: The lock that is held.
  func wait(
    forSlot slot: Int,
    isExclusive: Bool = false,
    to action: String,
    attempt: inout Int,
    _ lock: LockReference
  ) {
    let holder =
      unsafe headers[slot].flags.contains(.busy)
      ? ThreadIdentity(rawValue: headers[slot].holder) : tree.transaction.owner
    // Free again already: the header was read before another thread let go.
    guard let holder else { return lock.unlock() }
    guard holder != LogicalThread.current else {
      lock.unlock()
      Complaint.overlappingAccess(layout.place(of: slot), action).trap()
    }
    attempt += 1
    guard attempt > 8 else {
      // Most changes take less time than to put a thread to sleep.
      lock.unlock()
      sched_yield()
      return
    }
    let tree = tree
    let layout = layout
    tree.sleep(
      for: holder,
      until: WaitedSlot(
        context: ObjectIdentifier(self),
        slot: slot,
        isExclusive: isExclusive
      ),
      at: "\(action) \(layout.place(of: slot))"
    )
    attempt = 0
  }
}

@_spi(Strata) import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread that sleeps until a resource of a tree becomes free.
struct Waiter {
  let thread: ThreadIdentity
  let parker: Parker
  /// The slot that it waits for, or `nil` if it waits for the transaction.
  let slot: WaitedSlot?
}

/// A wait that ends where it would otherwise close a cycle.
private final class GivenUpWait: Sendable {
  private let parker: Parker
  private let state = Atomic(false)

  init(_ parker: Parker) { self.parker = parker }

  var isOver: Bool { state.load(ordering: .acquiring) }

  func giveUp() {
    state.store(true, ordering: .releasing)
    parker.wake()
  }
}

/// A slot of a context, which exists as long as a thread waits for it.
struct WaitedSlot: Equatable {
  let context: ObjectIdentifier
  let slot: Int
  /// Whether the thread wants the slot for itself.
  ///
  /// Of these threads, the engine wakes one at a time, which wakes the next when it is done.
  let isExclusive: Bool

  func isSame(as other: WaitedSlot?) -> Bool {
    context == other?.context && slot == other?.slot
  }
}

extension Tree {
  /// Sleeps until a resource becomes free; called with the lock held, which it releases.
  ///
  /// - Parameters:
  ///   - holder: The thread that has the resource.
  ///   - slot: The slot to wait for, if it is one.
  ///   - mayGiveUp: Whether the wait ends, instead of the program, if the holder waits for this thread, now or later.
  ///   - place: The place, for the report of a cycle.
  /// - Returns: `false` if the wait was given up.
  @discardableResult
  func sleep(
    for holder: ThreadIdentity,
    until slot: WaitedSlot? = nil,
    mayGiveUp: Bool = false,
    at place: @autoclosure () -> String
  ) -> Bool {
    // The logical thread, because a thread that computes in the name of another waits in its name as well.
    let waiter = Waiter(thread: LogicalThread.current, parker: Parker(), slot: slot)
    var end: GivenUpWait?
    var giveUp: (@Sendable () -> Void)?
    if mayGiveUp {
      let made = GivenUpWait(waiter.parker)
      end = made
      giveUp = { made.giveUp() }
    }
    // The wait graph changes under the tree's lock. A thread that has been woken and has not run yet must not count as
    // waiting. It would show a cycle that does not exist.
    if let cycle = WaitGraph.add(waiter.thread, for: holder, at: place(), giveUp: giveUp) {
      lock.unlock()
      guard mayGiveUp else { Diagnostic.waitCycle(cycle).trap() }
      return false
    }
    waiters.append(waiter)
    lock.flagWord |= TreeFlags.waiters
    lock.unlock()
    waiter.parker.park()
    guard let end, end.isOver else { return true }
    forget(waiter)
    return false
  }

  /// Takes out a thread that has given up its wait, if it has not been woken as well.
  private func forget(_ waiter: Waiter) {
    lock.lock()
    defer { lock.unlock() }
    guard let index = waiters.firstIndex(where: { $0.parker === waiter.parker }) else { return }
    waiters.remove(at: index)
    if waiters.isEmpty { lock.flagWord &= ~TreeFlags.waiters }
  }

  /// Takes out sleeping threads, to be woken after the lock is released; called with the lock held.
  func takeWaiters(where isTaken: (Waiter) -> Bool) -> [Parker] {
    var taken: [Waiter] = []
    waiters.removeAll { waiter in
      guard isTaken(waiter) else { return false }
      taken.append(waiter)
      return true
    }
    if waiters.isEmpty { lock.flagWord &= ~TreeFlags.waiters }
    WaitGraph.remove(taken.map(\.thread))
    return taken.map(\.parker)
  }

  /// Takes out all sleeping threads, to be woken after the lock is released; called with the lock held.
  func takeAllWaiters() -> [Parker] {
    waiters.isEmpty ? [] : takeWaiters { _ in true }
  }
}

extension Context {
  /// Takes out threads that wait for a free slot, to be woken after the lock is released; called with the lock held.
  ///
  /// It takes all threads that want to read, and the first one that wants the slot for itself. A thread of the second
  /// kind calls this when it is done, even if it has not taken the slot.
  func takeWaiters(for slot: Int) -> [Parker] {
    guard tree.lock.flagWord & TreeFlags.waiters != 0 else { return [] }
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
    // The others wait for no thread until one takes the slot, unless a transaction has it.
    let holder = unsafe headers[slot].flags.contains(.held) ? tree.transaction.owner : nil
    WaitGraph.point(
      tree.waiters.filter { free.isSame(as: $0.slot) }.map(\.thread),
      to: holder
    )
    return woken
  }

  /// Records that the threads waiting for a slot wait for this thread from now on; called with the lock held.
  func acquireWaiters(for slot: Int) {
    guard tree.lock.flagWord & TreeFlags.waiters != 0 else { return }
    let taken = WaitedSlot(context: ObjectIdentifier(self), slot: slot, isExclusive: true)
    WaitGraph.point(
      tree.waiters.filter { taken.isSame(as: $0.slot) }.map(\.thread),
      to: .current
    )
  }

  /// Wakes all threads that wait for a slot of this context; called with the lock held.
  ///
  /// The context leaves the tree or the shared guard whose list contains these threads.
  func wakeWaitersBeforeMoving() {
    guard tree.lock.flagWord & TreeFlags.waiters != 0 else { return }
    for waiter in tree.takeWaiters(where: { $0.slot?.context == ObjectIdentifier(self) }) {
      waiter.wake()
    }
  }

  /// Sleeps until a slot that another thread changes may be free; called with the lock held.
  ///
  /// It releases the lock. Check the slot again afterwards.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - isExclusive: Whether this thread wants the slot for itself. It then has to call ``takeWaiters(for:)`` in the
  ///     end, whether or not it took the slot.
  ///   - action: The action of this thread.
  ///   - attempt: How often it has checked.
  ///   - lock: The lock that is held.
  func wait(
    forSlot slot: Int,
    isExclusive: Bool = false,
    to action: String,
    attempt: inout Int,
    _ lock: LockReference
  ) {
    let holder =
      unsafe headers[slot].flags.contains(.checkedOut)
      ? ThreadIdentity(rawValue: headers[slot].holder) : tree.transaction.owner
    // Free again already, because the header was read before another thread released the slot.
    guard let holder else { return lock.unlock() }
    if isHeldBack(slot) {
      // This thread changes the slot itself, for instance in the `deinit` of a replaced value.
      releaseChildren(inSlot: slot)
      return lock.unlock()
    }
    guard holder != LogicalThread.current else {
      lock.unlock()
      Diagnostic.overlappingAccess(layout.place(of: slot), action).trap()
    }
    wait(
      forSlot: slot,
      changedBy: holder,
      isExclusive: isExclusive,
      to: action,
      attempt: &attempt,
      lock
    )
  }

  /// Sleeps until a slot that another thread has may be free; see ``wait(forSlot:isExclusive:to:attempt:_:)``.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - holder: The thread that has it.
  ///   - isExclusive: Whether this thread wants the slot for itself.
  ///   - action: The action of this thread.
  ///   - mayGiveUp: As in ``Tree/sleep(for:until:mayGiveUp:at:)``.
  ///   - attempt: How often it has checked.
  ///   - lock: The lock that is held.
  /// - Returns: `false` if the wait was given up.
  @discardableResult
  func wait(
    forSlot slot: Int,
    changedBy holder: ThreadIdentity,
    isExclusive: Bool = false,
    to action: String,
    mayGiveUp: Bool = false,
    attempt: inout Int,
    _ lock: LockReference
  ) -> Bool {
    attempt += 1
    guard attempt > 8 else {
      // Most changes take less time than putting a thread to sleep.
      lock.unlock()
      sched_yield()
      return true
    }
    let tree = tree
    let layout = layout
    attempt = 0
    return tree.sleep(
      for: holder,
      until: WaitedSlot(
        context: ObjectIdentifier(self),
        slot: slot,
        isExclusive: isExclusive
      ),
      mayGiveUp: mayGiveUp,
      at: "\(action) \(layout.place(of: slot))"
    )
  }
}

@_spi(Strata) import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// An entry is handed over by the thread that delivers its round, or before by a thread that restores
// something: a restoration takes back what was committed last, whoever has been notified of it.

extension Journal {
  /// Hands entries over, in the order of the commits; called without a lock.
  ///
  /// If another thread is at it, that thread goes on with what is there by then.
  ///
  /// - Parameters:
  ///   - last: The round of the last entry to hand over, if its commit has been made completely.
  ///   - significance: What is known of the changes.
  func handOver(through last: UInt64, _ significance: inout Significance) {
    var step = withUnnotified { $0.begin(.current, through: last) }
    while true {
      switch step {
      case .done(let isAwaited):
        if isAwaited { tree.wakeRestorers() }
        return
      case .handOver(let entry):
        handOver(entry, &significance)
        step = withUnnotified { $0.next(through: last) }
      }
    }
  }

  private func handOver(_ entry: JournalEntry, _ significance: inout Significance) {
    entry.removeInsignificant(keepsValues: keepsValues) { significance.of($0) }
    guard note(entry) else { return entry.invalidate() }
    if !entry.isEmpty || entry.isRestoration { receive(entry) }
  }

  /// Hands over everything that has been committed completely; called without a lock.
  package func handOver() {
    var significance = Significance()
    withUntrackedReads { handOver(through: .max, &significance) }
  }

  /// Whether everything that has been committed was handed over.
  var isSettled: Bool { withUnnotified { $0.isSettled(for: .current) } }

  /// Hands over what has been committed, and waits for threads that are about to complete a commit or to hand
  /// one over; called without a lock, outside transactions.
  ///
  /// - Returns: Whether everything was handed over: not if this thread itself has to complete a commit, and not
  ///   if waiting might never end.
  func settle() -> Bool {
    while true {
      handOver()
      switch tree.obstacle(to: self) {
      case .none: return true
      case .passing: sched_yield()
      case .thread(let thread): if !tree.wait(for: thread) { return false }
      case .own: return false
      }
    }
  }
}

/// What keeps a journal from having handed everything over.
private enum HandoverObstacle {
  case none
  /// A thread that will go on without waiting for anything.
  case passing
  /// Another thread, which runs code of the user's. The lock is held.
  case thread(ThreadIdentity)
  /// The thread that asks.
  case own
}

extension Tree {
  /// Finds out what keeps a journal from having handed everything over; takes the lock, and holds it if
  /// another thread is to be waited for.
  fileprivate func obstacle(to journal: Journal) -> HandoverObstacle {
    lock.lock()
    let (isSettled, notifier, first) = journal.withUnnotified { unnotified in
      let isSettled = unnotified.isSettled(for: .current)
      if !isSettled { unnotified.isAwaited = true }
      return (isSettled, unnotified.notifier, unnotified.first)
    }
    let completer = first.flatMap { first in
      openEntries.last { $0.entries.contains { $0 === first } }?.thread
    }
    let isDeliverer = deliverer == .current
    let other = notifier == .current ? completer : notifier ?? completer
    if !isSettled, let other, other != .current, !isDeliverer {
      return .thread(other)
    }
    lock.unlock()
    // It may be the last that holds the entry.
    withExtendedLifetime(first) {}
    if isSettled { return .none }
    return other == nil ? .passing : .own
  }

  /// Sleeps until a thread that completes a commit or hands one over may be done; called with the lock held,
  /// which is given back.
  ///
  /// - Returns: `false`, without having slept, if that thread waits for this one.
  fileprivate func wait(for thread: ThreadIdentity) -> Bool {
    let waiter = Waiter(thread: LogicalThread.current, parker: Parker(), slot: nil)
    let circle = WaitGraph.add(waiter.thread, for: thread, at: "undo, redo or restore")
    if circle == nil {
      waiters.append(waiter)
      lock.attention |= Attention.waiters
    }
    lock.unlock()
    guard circle == nil else { return false }
    waiter.parker.park()
    return true
  }

  /// Wakes those who wait for this thread to complete a commit or to hand one over; called without the lock.
  func wakeRestorers() {
    lock.lock()
    let parkers = takeRestorers()
    lock.unlock()
    for parker in parkers { parker.wake() }
  }

  /// Takes those out who wait for this thread to complete a commit, to be woken without the lock; called with
  /// the lock held.
  func takeRestorers() -> [Parker] {
    lock.attention & Attention.waiters == 0 ? [] : takeWaiters { $0.slot == nil }
  }
}

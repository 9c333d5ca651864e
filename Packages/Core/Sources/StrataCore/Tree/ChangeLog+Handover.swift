@_spi(Strata) import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// The thread that delivers an entry's round hands it over. A thread that restores something may do so before, because a
// restoration reverts the last commit even if its notifications are still to come.

extension ChangeLog {
  /// Hands entries over, in the order of the commits; called without a lock.
  ///
  /// If another thread hands over already, that thread continues with the new entries.
  ///
  /// - Parameters:
  ///   - last: The round of the last entry to hand over, if its commit is complete.
  ///   - significance: The results of the comparisons so far.
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

  private func handOver(_ entry: ChangeLogEntry, _ significance: inout Significance) {
    entry.removeInsignificant(keepsValues: keepsValues) { significance.of($0) }
    guard liveEntries.add(entry) else { return entry.invalidate() }
    if !entry.isEmpty || entry.isRestoration { receive(entry) }
  }

  /// Hands over all complete commits; called without a lock.
  package func handOver() {
    var significance = Significance()
    withoutTracking { handOver(through: .max, &significance) }
  }

  /// Whether all commits were handed over.
  var isSettled: Bool { withUnnotified { $0.isSettled(for: .current) } }

  /// Hands over all commits; called without a lock, outside transactions.
  ///
  /// It waits for threads that are about to complete a commit or to hand one over.
  ///
  /// - Returns: Whether all commits were handed over. The result is no if this thread itself has to complete a commit,
  ///   or if the wait might never end.
  func settle() -> Bool {
    while true {
      handOver()
      switch tree.blocker(to: self) {
      case .none: return true
      case .passing: sched_yield()
      case .thread(let thread): if !tree.wait(for: thread) { return false }
      case .own: return false
      }
    }
  }
}

/// The reason why a change log has not handed over all commits.
private enum HandoverBlocker {
  case none
  /// A thread that will continue without waiting for anything.
  case passing
  /// Another thread, which runs code of the user. The lock is held.
  case thread(ThreadIdentity)
  /// The calling thread.
  case own
}

extension Tree {
  /// Finds the reason why a change log has not handed over all commits.
  ///
  /// It takes the lock, and still has it at the end if another thread is to be waited for.
  fileprivate func blocker(to changeLog: ChangeLog) -> HandoverBlocker {
    lock.lock()
    let (isSettled, notifier, first) = changeLog.withUnnotified { unnotified in
      let isSettled = unnotified.isSettled(for: .current)
      if !isSettled { unnotified.isAwaited = true }
      return (isSettled, unnotified.notifier, unnotified.first)
    }
    let completer = first.flatMap { first in
      openEntries.last { $0.entries.contains { $0 === first } }?.thread
    }
    let isDeliveryOwner = deliveryOwner == .current
    let other = notifier == .current ? completer : notifier ?? completer
    if !isSettled, let other, other != .current, !isDeliveryOwner {
      return .thread(other)
    }
    lock.unlock()
    // This may be the last reference to the entry.
    withExtendedLifetime(first) {}
    if isSettled { return .none }
    return other == nil ? .passing : .own
  }

  /// Sleeps until a thread that completes or hands over a commit may be done; called with the lock held, which it
  /// releases.
  ///
  /// - Returns: `false`, without sleep, if that thread waits for this one.
  fileprivate func wait(for thread: ThreadIdentity) -> Bool {
    let waiter = Waiter(thread: LogicalThread.current, parker: Parker(), slot: nil)
    let circle = WaitGraph.add(waiter.thread, for: thread, at: "undo, redo or restore")
    if circle == nil {
      waiters.append(waiter)
      lock.flagWord |= TreeFlags.waiters
    }
    lock.unlock()
    guard circle == nil else { return false }
    waiter.parker.park()
    return true
  }

  /// Wakes the threads that wait for this one to complete or hand over a commit; called without the lock.
  func wakeRestorers() {
    lock.lock()
    let parkers = takeRestorers()
    lock.unlock()
    for parker in parkers { parker.wake() }
  }

  /// Takes out the threads that wait for this one to complete a commit, to be woken without the lock; called with the
  /// lock held.
  func takeRestorers() -> [Parker] {
    lock.flagWord & TreeFlags.waiters == 0 ? [] : takeWaiters { $0.slot == nil }
  }
}

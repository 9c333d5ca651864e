public import StrataConcurrency
import StrataCore
public import Synchronization

// Telling without the queue. A thread that finds nobody delivering claims the delivery and goes through the
// list of subscribers where it is: to hold it would cost as much as a pair of locks. It marks the list for
// as long; who changes the list meanwhile puts it aside as it is and changes a copy, and leaves a note in
// the deliverer's role, so that exactly one of the two lets go of what was put aside:
//
//     deliverer: mark ▶ tell ▶ unmark ▶ give the role back ──note found──▶ let go
//     other:              put aside ▶ leave the note ──the role was free──▶ let go
//
// Without a note the role is given back in one step.

extension StoreCore {
  // SAFETY: called with the context's guard locked. The list is marked, so it stays as it is.
  /// Claims the delivery for an update that does not enter the queue.
  ///
  /// - Returns: Whom to tell, until ``endTelling(_:)``; `nil` if it has to enter the queue.
  @inlinable
  func beginTelling() -> Unmanaged<Subscriber<State>>.List? {
    // Stores are told in the order of heights, which takes a wave.
    guard delivery.isInline, !subscribers.isEmpty, !subscribers.hasStores, delivery.role.claim()
    else { return nil }
    isTold.store(true, ordering: .relaxed)
    return unsafe subscribers.list(of: State.self)
  }

  /// Ends what ``beginTelling()`` began.
  @inlinable
  func endTelling(_ thread: StoreThread) {
    isTold.store(false, ordering: .releasing)
    if !delivery.role.giveBack() { finishTelling(thread) }
  }

  /// Does what others have left to the deliverer.
  @usableFromInline
  func finishTelling(_ thread: StoreThread) {
    dropAside()
    delivery.drain(thread)
  }

  /// Changes the list of subscribers.
  ///
  /// - Returns: What `body` returns.
  func changeSubscribers<Result>(_ body: (inout SubscriberList) -> Result) -> Result {
    let (result, isAside) = context.withGuardLocked {
      let isAside = putAside()
      let result = body(&subscribers)
      isFollowed.store(!subscribers.isEmpty, ordering: .relaxed)
      return (result, isAside)
    }
    if isAside { noteAside(.current) }
    return result
  }

  /// Keeps the list as it is, if a thread is telling it; called with the context's guard locked.
  ///
  /// - Returns: Whether ``noteAside(_:)`` has to be called, without the lock.
  func putAside() -> Bool {
    guard isTold.load(ordering: .acquiring) else { return false }
    aside.append(subscribers)
    isTold.store(false, ordering: .relaxed)
    return true
  }

  /// Sees to it that what was put aside is let go of.
  func noteAside(_ thread: StoreThread) {
    guard delivery.lock.withLock({ delivery.role.noteQueued() }) else { return }
    // The deliverer has gone, and the role is this thread's.
    dropAside()
    if thread.depth > 0 { thread.owe(delivery) } else { delivery.perform(thread) }
  }

  /// Lets go of what was put aside; called by the thread that has the role, when it tells nobody.
  private func dropAside() {
    let dropped = context.withGuardLocked {
      defer { aside = [] }
      return aside
    }
    withExtendedLifetime(dropped) {}
  }
}

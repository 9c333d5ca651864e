public import StrataConcurrency
import StrataCore
public import Synchronization

// Notification without the queue. A thread that finds no delivery in progress acquires the delivery and goes through
// the list of subscribers where it is. To retain the list would cost as much as a pair of locks, so the thread marks
// the list meanwhile. A thread that changes a marked list retires it as it is and changes a copy. It then leaves a note
// in the role of the delivery owner, so exactly one of the two releases the retired list:
//
//     owner: mark ▶ notify ▶ unmark ▶ release the role ──note found──▶ release the list
//     other:         retire ▶ leave the note ──the role was free──▶ release the list
//
// Without a note the role is released in one step.

extension StoreCore {
  // SAFETY: called with the context's guard locked. The list is marked, so it stays as it is.
  /// Acquires the delivery for an update that does not enter the queue.
  ///
  /// - Returns: The subscribers to notify, until ``endTelling(_:)``; `nil` if it has to enter the queue.
  @inlinable
  func beginTelling() -> Unmanaged<Subscriber<State>>.List? {
    // Stores are notified in the order of heights, which takes a propagation batch.
    guard delivery.isInline, !subscribers.isEmpty, !subscribers.hasStores, delivery.role.acquire()
    else { return nil }
    isNotified.store(true, ordering: .relaxed)
    return unsafe subscribers.list(of: State.self)
  }

  /// Ends the delivery of ``beginTelling()``.
  @inlinable
  func endTelling(_ thread: StoreThread) {
    isNotified.store(false, ordering: .releasing)
    if !delivery.role.giveBack() { finishTelling(thread) }
  }

  /// Does the work that others have left to the delivery owner.
  @usableFromInline
  func finishTelling(_ thread: StoreThread) {
    dropRetired()
    delivery.drain(thread)
  }

  /// Changes the list of subscribers.
  ///
  /// - Returns: The value that `body` returns.
  func changeSubscribers<Result>(_ body: (inout SubscriberList) -> Result) -> Result {
    let (result, isRetired) = context.withGuardLocked {
      let isRetired = retire()
      let result = body(&subscribers)
      isFollowed.store(!subscribers.isEmpty, ordering: .relaxed)
      return (result, isRetired)
    }
    if isRetired { noteRetired(.current) }
    return result
  }

  /// Retires the list as it is, if a thread is delivering to it; called with the context's guard locked.
  ///
  /// - Returns: Whether ``noteRetired(_:)`` has to be called, without the lock.
  func retire() -> Bool {
    guard isNotified.load(ordering: .acquiring) else { return false }
    retired.append(subscribers)
    isNotified.store(false, ordering: .relaxed)
    return true
  }

  /// Ensures that the retired list is released.
  func noteRetired(_ thread: StoreThread) {
    guard delivery.lock.withLock({ delivery.role.noteQueued() }) else { return }
    // The delivery owner has gone, and the role is this thread's.
    dropRetired()
    if thread.depth > 0 { thread.owe(delivery) } else { delivery.perform(thread) }
  }

  /// Releases the retired lists; called by the thread that has the role, when it notifies no subscriber.
  private func dropRetired() {
    let dropped = context.withGuardLocked {
      defer { retired = [] }
      return retired
    }
    withExtendedLifetime(dropped) {}
  }
}

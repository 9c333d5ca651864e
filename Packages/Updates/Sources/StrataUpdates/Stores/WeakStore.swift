import StrataConcurrency
import Synchronization

/// The weak view of a store that its effects and its executor have: they do not retain it.
///
/// The loop that empties the queue for them releases the store between two jobs when nothing else retains it. So a
/// store whose effects send without end is released all the same.
struct WeakStore<State: Equatable & Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  typealias Base = Store<State, Action, Environment>

  weak let store: Base?

  init(_ store: Base) { self.store = store }

  /// Queues a job, and works the queue off unless another thread is at it.
  func enqueue(_ job: StoreJob<Action>) {
    // The store is not retained while this thread waits.
    guard let waiter = put(job), waiter.park() else { return }
    takeOver()
  }

  private func put(_ job: StoreJob<Action>) -> BacklogWaiter? {
    guard var store else {
      job.drop()
      return nil
    }
    switch store.put(job) {
    case .left: break
    case .deliver: store.deliver()
    case .owe: store.oweRoom()
    case .wait(let waiter): return waiter
    case .handle:
      let calls = ThreadCalls.current
      calls.begin()
      store.noteHandler()
      store.beginTurn()
      _ = Base.work(letting: &store)
      calls.end()
    }
    return nil
  }

  private func takeOver() {
    guard var store else { return }
    let calls = ThreadCalls.current
    calls.begin()
    _ = Base.work(letting: &store)
    calls.end()
  }

  /// Works the queue off for a while; called by the executor.
  func drainOnExecutor() {
    guard var store, store.acquireQueue() else { return }
    let calls = ThreadCalls.current
    calls.begin()
    store.noteHandler()
    store.beginTurn()
    // Other jobs of the executor get their turns.
    if !Base.work(letting: &store, limit: Backlog.share) { store.deliver() }
    calls.end()
  }
}

extension Store {
  fileprivate func acquireQueue() -> Bool { queue.withLock { _ in role.noteQueued() } }

  /// Works the queue off until it is empty, another thread goes on, or nothing but this retains the store.
  ///
  /// - Parameters:
  ///   - store: The store; on this thread, only this variable retains it.
  ///   - limit: How many jobs to do at most.
  /// - Returns: Whether nothing is left for the caller to do.
  fileprivate static func work(letting store: inout Store, limit: Int = .max) -> Bool {
    var count = 0
    while let job = store.takeNext() {
      store.perform(job)
      count += 1
      guard count < limit else { return store.stop() }
      if isKnownUniquelyReferenced(&store) {
        _ = store.stop()
        return true
      }
    }
    return true
  }

  /// Gives the role up while jobs may wait.
  ///
  /// - Returns: Whether none waits.
  private func stop() -> Bool {
    let (isEmpty, wakes) = queue.withLock { queue in
      let wakes = queue.stop()
      role.finish()
      return (queue.jobs.waitingCount == 0, wakes)
    }
    wakes.perform()
    return isEmpty
  }
}

extension Store {
  /// Has this thread wait, after it has left its outer calls, while many actions wait.
  @usableFromInline
  func oweRoom() {
    ThreadCalls.current.owe(self) { [weak self] in self?.waitForRoom() }
  }

  /// Waits while many actions wait and another thread handles them; may handle them itself in the end.
  private func waitForRoom() {
    let thread = ThreadIdentity.current
    let turn = queue.withLock { queue -> StoreTurn in
      guard isInline, queue.backlog.isLong(queue.jobs.waitingCount) else { return .left }
      guard !role.noteQueued() else { return .handle }
      return queue.room(
        as: thread,
        for: ThreadIdentity(rawValue: handler.load(ordering: .relaxed))
      )
    }
    switch turn {
    case .handle: handleQueue()
    case .wait(let waiter): if waiter.park() { takeOver() }
    case .left, .owe, .deliver: return
    }
  }
}

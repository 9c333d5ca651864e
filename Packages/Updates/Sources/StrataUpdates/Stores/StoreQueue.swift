public import StrataConcurrency

/// The jobs that wait for a store's serialised section, and the senders that wait for room.
///
/// Inlinable, as is the code that uses it: a waiting action took 1.8 µs where the compiler does not know its type.
@usableFromInline
struct StoreQueue<Action: Sendable>: Sendable {
  @usableFromInline var jobs = RoundQueue<StoreJob<Action>>()
  @usableFromInline var backlog = Backlog()

  @inlinable
  init() {}

  /// Takes the next job.
  @inlinable
  mutating func next(limit: Int) -> (RoundQueue<StoreJob<Action>>.Step, BacklogWakes) {
    if let heir = backlog.takeHeir(jobs.waitingCount) { return (.done, BacklogWakes(heir: heir)) }
    let step = jobs.next(limit: limit)
    if case .done = step {
      return (step, BacklogWakes(released: backlog.takeReleased(jobs.waitingCount, isOver: true)))
    }
    if !jobs.isDeliveringCaused { backlog.noteServed() }
    return (step, BacklogWakes(released: backlog.takeReleased(jobs.waitingCount, isOver: false)))
  }

  /// Gives the role up while jobs may wait.
  mutating func stop() -> BacklogWakes {
    jobs.stopDelivering()
    return BacklogWakes(released: backlog.takeReleased(jobs.waitingCount, isOver: true))
  }

  /// The next step of a sender that has added a job.
  @usableFromInline
  mutating func room(as thread: ThreadIdentity, for handler: ThreadIdentity) -> StoreTurn {
    switch backlog.room(jobs.waitingCount, as: thread, for: handler) {
    case .enough: .left
    case .wait(let waiter): .wait(waiter)
    case .owe: .owe
    }
  }
}

/// The next step of a thread that has queued a job.
@frozen
@usableFromInline
enum StoreTurn: Sendable {
  /// Nothing: another thread is at it.
  case left
  /// Work the queue off.
  case handle
  /// Leave that to the executor.
  case deliver
  /// Sleep, then go on or work the queue off.
  case wait(BacklogWaiter)
  /// Wait when this thread has left its outer calls.
  case owe
}

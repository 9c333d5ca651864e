@_spi(Strata) public import StrataConcurrency
import StrataCore
public import StrataRendering
public import Synchronization

extension Store {
  /// Handles an action: gives it to the update function, sets the state, starts the effects.
  ///
  /// When this returns, the action and the actions that it causes at once have been handled, with two exceptions.
  /// Inside the handling of another action, and while another thread handles one, the action is left to the handling
  /// thread. These exceptions preserve the order and rule out recursion. A store with an executor leaves all actions to
  /// that.
  ///
  /// While many actions wait, this waits until there is room, or handles them itself.
  ///
  /// May be called from any thread.
  ///
  /// - Complexity: The update function's, and a comparison of the old and the new state. Without observers and effects,
  ///   the rest is O(1) and does not allocate.
  @inlinable
  public func send(_ action: Action) {
    guard isInline, role.acquire() else { return enqueue(action, .sent, nil) }
    let calls = ThreadCalls.current
    calls.begin()
    noteHandler()
    handle(action, .sent)
    if !role.giveBack() { drain() }
    calls.end()
  }

  /// Runs effects as if an update had returned them.
  ///
  /// - Parameter fx: The effects; they end by themselves, when they are cancelled, or with the store.
  public func subscribe(to fx: Fx<Action>) {
    guard !fx.isEmpty else { return }
    enqueue(.work { [weak self] isAlive in if isAlive { self?.start(fx) } })
  }

  /// The effects that run now, as tasks with the line that made the store.
  public var runningEffects: [RunningTask] { runner?.scope.running ?? [] }

  // MARK: The queue

  // The queue is inlined with the code that works it off: a waiting action took 1.8 µs where the compiler does not know
  // its type.

  /// Queues an action.
  @inlinable
  func enqueue(_ action: Action, _ origin: ActionOrigin, _ lifetime: EffectLifetime?) {
    enqueue(.action(action, origin, lifetime, .current))
  }

  /// Queues a job, and works the queue off unless another thread is at it.
  @inlinable
  func enqueue(_ job: StoreJob<Action>) {
    switch put(job) {
    case .left: return
    case .handle: handleQueue()
    case .deliver: deliver()
    case .wait(let waiter): if waiter.park() { takeOver() }
    case .owe: oweRoom()
    }
  }

  /// Queues a job.
  ///
  /// - Returns: The next step of the calling thread.
  @inlinable
  func put(_ job: StoreJob<Action>) -> StoreTurn {
    let thread = ThreadIdentity.current
    let handler = ThreadIdentity(rawValue: handler.load(ordering: .relaxed))
    let isCaused =
      handler == thread && !role.isIdle && !isStartingEffects.load(ordering: .relaxed)
    return queue.withLock { queue in
      _ = queue.jobs.enqueue(job, isReady: true, isCaused: isCaused)
      guard isInline else { return .deliver }
      guard !role.noteQueued() else { return .handle }
      guard queue.backlog.isLong(queue.jobs.waitingCount) else { return .left }
      return queue.room(as: thread, for: handler)
    }
  }

  @usableFromInline
  func deliver() {
    let reference = WeakStore(self)
    executor?.deliver { reference.drainOnExecutor() }
  }

  @inlinable
  func noteHandler() {
    handler.store(ThreadIdentity.current.rawValue, ordering: .relaxed)
  }

  /// The longest chain of actions that subscribers send because of one another.
  @inlinable static var causedLimit: Int { 1_000 }

  /// Works the queue off; called by the thread that has got the role when it queued a job.
  @inlinable
  func handleQueue() {
    let calls = ThreadCalls.current
    calls.begin()
    noteHandler()
    drain()
    calls.end()
  }

  /// Goes on after another thread has passed the role to this one.
  @usableFromInline
  func takeOver() {
    let calls = ThreadCalls.current
    calls.begin()
    work()
    calls.end()
  }

  /// Works the queue off, then releases the role.
  @inlinable
  func drain() {
    beginTurn()
    work()
  }

  @inlinable
  func beginTurn() {
    queue.withLock { queue in
      queue.jobs.resumeDelivering()
      queue.backlog.beginTurn()
    }
  }

  /// Works the queue off until it is empty or another thread goes on.
  @inlinable
  func work() {
    while let job = takeNext() { perform(job) }
  }

  /// Takes the next job.
  ///
  /// - Returns: The job; `nil` when this thread has the role no more.
  @inlinable
  func takeNext() -> StoreJob<Action>? {
    while true {
      let (step, wakes) = queue.withLock { queue in
        let (step, wakes) = queue.next(limit: Self.causedLimit)
        if let heir = wakes.heir {
          handler.store(heir.thread.rawValue, ordering: .relaxed)
        } else if case .done = step {
          role.finish()
        }
        return (step, wakes)
      }
      wakes.perform()
      switch step {
      case .done: return nil
      case .deliver(let job): return job
      case .breakCycle(let job): complain(of: job)
      }
    }
  }

  @inlinable
  func perform(_ job: StoreJob<Action>) {
    switch job {
    case .work(let body): suspendingTracking { body(true) }
    case .action(let action, let origin, let lifetime, let transaction):
      defer { lifetime?.removeAction() }
      if let lifetime, lifetime.isCancelled { return }
      if transaction == .current {
        handle(action, origin)
      } else {
        transaction.run { handle(action, origin) }
      }
    }
  }

  @usableFromInline
  func complain(of job: StoreJob<Action>) {
    guard case .action(let action, _, let lifetime, _) = job else { return perform(job) }
    lifetime?.removeAction()
    let (name, limit) = (context.layout.name, Self.causedLimit)
    UpdateDiagnostic.endlessActions("\(action)", name, limit: limit)
      .report(
        at: callSite,
        withoutValues: .endlessActions(ReportedValue.name(of: action), name, limit: limit)
      )
  }

  /// Notifies the waiting jobs that their turn will not come; called when the store is released.
  func dropQueue() {
    var (rest, released) = queue.withLock { queue in
      defer { queue = StoreQueue() }
      return (queue.jobs, queue.backlog.takeReleased(0, isOver: true))
    }
    released.release()
    guard !rest.isIdle else { return }
    if !rest.isDelivering { rest.resumeDelivering() }
    while true {
      switch rest.next(limit: .max) {
      case .done: return
      case .deliver(let job), .breakCycle(let job): job.drop()
      }
    }
  }
}

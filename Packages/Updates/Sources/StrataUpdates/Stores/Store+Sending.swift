public import StrataConcurrency
import StrataCore
public import StrataRendering
public import Synchronization

extension Store {
  /// Lets an action happen: gives it to the update function, sets the state, starts the effects.
  ///
  /// When this returns the action has been handled, and what it has caused at once, with two
  /// exceptions, which keep the order and rule out recursion: inside the handling of another action,
  /// and while another thread handles one, the action is left to whoever is at it. A store with an
  /// executor leaves all actions to that.
  ///
  /// May be called from any thread.
  ///
  /// - Complexity: The update function's; a comparison of the old and the new state; O(1) and no
  ///   allocation for the rest, if nobody listens and there are no effects.
  @inlinable
  public func send(_ action: Action) {
    guard isInline, role.claim() else { return enqueue(action, .sent, nil) }
    noteHandler()
    handle(action, .sent)
    if !role.giveBack() { drain() }
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

  // The queue is inlined with what works it off: a waiting action took 1.8 µs where the compiler does
  // not know its type.

  /// Queues an action.
  @inlinable
  func enqueue(_ action: Action, _ origin: ActionOrigin, _ life: EffectLife?) {
    enqueue(.action(action, origin, life, .current))
  }

  /// Queues a job, and works the queue off unless somebody is at it.
  @inlinable
  func enqueue(_ job: StoreJob<Action>) {
    let isCaused =
      handler.load(ordering: .relaxed) == ThreadIdentity.current.rawValue
      && !role.isIdle
      && !isStartingEffects.load(ordering: .relaxed)
    let isHandler = queue.withLock { queue in
      _ = queue.enqueue(job, isReady: true, isCaused: isCaused)
      guard isInline else { return false }
      return role.noteQueued()
    }
    if isHandler {
      noteHandler()
      drain()
    } else if executor != nil {
      deliver()
    }
  }

  @usableFromInline
  func deliver() {
    executor?.deliver { [weak self] in self?.drainOnExecutor() }
  }

  private func drainOnExecutor() {
    let isHandler = queue.withLock { _ in role.noteQueued() }
    guard isHandler else { return }
    noteHandler()
    drain()
  }

  @inlinable
  func noteHandler() {
    handler.store(ThreadIdentity.current.rawValue, ordering: .relaxed)
  }

  /// The longest chain of actions that subscribers send because of one another.
  @inlinable static var causedLimit: Int { 1_000 }

  /// Works the queue off, then gives the role back.
  @inlinable
  func drain() {
    queue.withLock { $0.resumeDelivering() }
    while true {
      let step = queue.withLock { queue in
        let step = queue.next(limit: Self.causedLimit)
        if case .done = step { role.finish() }
        return step
      }
      switch step {
      case .done: return
      case .deliver(let job): perform(job)
      case .breakCycle(let job): complain(of: job)
      }
    }
  }

  @inlinable
  func perform(_ job: StoreJob<Action>) {
    switch job {
    case .work(let body): body(true)
    case .action(let action, let origin, let life, let transaction):
      defer { life?.removeAction() }
      if let life, life.isCancelled { return }
      if transaction == .current {
        handle(action, origin)
      } else {
        transaction.run { handle(action, origin) }
      }
    }
  }

  @usableFromInline
  func complain(of job: StoreJob<Action>) {
    guard case .action(let action, _, let life, _) = job else { return perform(job) }
    life?.removeAction()
    UpdateComplaint.endlessActions("\(action)", context.layout.name, limit: Self.causedLimit)
      .report(at: callSite)
  }

  /// Tells what still waits that its turn will not come; called when the store is released.
  func dropQueue() {
    let queue = queue.withLock { queue in
      defer { queue = RoundQueue() }
      return queue
    }
    guard !queue.isIdle else { return }
    var rest = queue
    rest.resumeDelivering()
    while true {
      switch rest.next(limit: .max) {
      case .done: return
      case .deliver(.work(let body)), .breakCycle(.work(let body)): body(false)
      case .deliver(.action(_, _, let life, _)), .breakCycle(.action(_, _, let life, _)):
        life?.removeAction()
      }
    }
  }
}

/// Chooses the thread that runs delivered jobs, and their order: a pure machine, under an executor's lock.
struct DeliveryQueue: Sendable {
  typealias Job = @Sendable () -> Void

  private var waiting = FIFOQueue<Job>()
  /// The thread that runs jobs.
  private(set) var deliveryOwner: ThreadIdentity?
  private var backlog = Backlog()

  /// How many jobs wait.
  var count: Int { waiting.count }

  /// How many senders wait.
  var waiterCount: Int { backlog.waiterCount }

  var isDelivering: Bool { deliveryOwner != nil }

  /// Puts a job behind the others.
  mutating func append(_ job: @escaping Job) {
    waiting.append(job)
  }

  /// Takes the role of the delivery owner for the calling thread, if it is free.
  ///
  /// - Returns: Whether the caller has it now, and so has to call ``next()`` until that returns `done`.
  mutating func begin() -> Bool {
    guard deliveryOwner == nil else { return false }
    deliveryOwner = .current
    return true
  }

  /// The next step of the delivery owner.
  struct Step {
    enum Action {
      case run(Job)
      /// The role is given up.
      case done
      /// The role belongs to a sender that has waited.
      case handOver(BacklogWaiter)
    }

    let action: Action
    /// The senders that go on.
    var released: [BacklogWaiter] = []

    /// Wakes all that the step concerns; called without the lock.
    func wake() {
      released.release()
      if case .handOver(let heir) = action { heir.wakeHeir() }
    }
  }

  /// Takes the next job.
  ///
  /// - Parameter handsOver: Whether the role may go to a sender that waits.
  /// - Returns: The next step of the delivery owner.
  mutating func next(handsOver: Bool = false) -> Step {
    if handsOver, let heir = backlog.takeHeir(waiting.count) {
      deliveryOwner = heir.thread
      return Step(action: .handOver(heir))
    }
    guard let job = waiting.popFirst() else { return pause() }
    backlog.noteServed()
    return Step(
      action: .run(job),
      released: backlog.takeReleased(waiting.count, isOver: false)
    )
  }

  /// Gives the role up, also while jobs wait.
  mutating func pause() -> Step {
    deliveryOwner = nil
    return Step(action: .done, released: backlog.takeReleased(waiting.count, isOver: true))
  }

  /// Asked by a sender that has put a job in.
  ///
  /// - Parameter handsOver: Whether the role may go to a sender that waits.
  /// - Returns: Whether the sender has to wait.
  mutating func room(handsOver: Bool = false) -> Backlog.Room {
    guard let deliveryOwner else { return .enough }
    return backlog.room(waiting.count, for: deliveryOwner, takesOver: handsOver)
  }
}

/// A task of a simulation, as failures name it.
struct SimulatedTask: Sendable, Hashable, CustomStringConvertible {
  /// The name that it was given.
  let name: String?
  /// The line that started it, if that is known.
  let callSite: CallSite?

  /// `load @ App/List.swift:42`, as far as it is known.
  var description: String {
    [name, callSite?.description].compactMap(\.self).joined(separator: " @ ")
  }
}

/// The identity of an unfinished task: its address in memory.
struct TaskIdentity: Sendable, Hashable {
  private let address: UInt

  /// The task that a job is a part of.
  ///
  /// An actor's job belongs to no task; its identity differs from that of every task.
  init(of job: UnownedJob) {
    // SAFETY: both are one word, which is only compared and never followed.
    address = unsafe unsafeBitCast(job, to: UInt.self)
  }

  /// The task that is running; `nil` outside of tasks.
  static var current: TaskIdentity? {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe TaskIdentity($0) }
    }
  }

  private init(_ task: UnsafeCurrentTask) {
    // SAFETY: a task is the job of its own, so both words are the same address. It is only compared and
    // never followed.
    address = unsafe unsafeBitCast(task, to: UInt.self)
  }
}

extension SimulatedExecutor {
  /// Notes the name of the running task.
  static func currentTaskBegins(_ name: String?, at callSite: CallSite?) {
    guard let executor = current, let identity = TaskIdentity.current else { return }
    let task = SimulatedTask(name: name, callSite: callSite)
    executor.state.withLock { $0.queue.taskBegins(identity, task) }
  }

  /// Forgets the running task, which is about to end.
  static func currentTaskEnds() {
    guard let executor = current, let identity = TaskIdentity.current else { return }
    executor.state.withLock { $0.queue.taskEnds(identity) }
  }

  /// The executor of the running task, and the number of the job.
  var runningStep: (place: SimulationQueue.StepPlace, job: Int) {
    let task = TaskIdentity.current
    return state.withLock { $0.queue.step(of: task) }
  }
}

/// Whether a cancelled body that wrote to a removed owner stops or goes on working: known only later.
///
/// A body stops if it throws, or if it returns in the very step in which it wrote. Its last statements and its `defer`
/// blocks run in that step. A body that suspends after it has written goes on.
struct Verdict {
  /// A closure that is called once a body is known to go on.
  struct Call: Sendable {
    /// The step in which it was added; `nil` for a call that only an error excuses.
    let step: Step?
    let body: @Sendable () -> Void
  }

  /// The step of a task between two suspensions, as far as steps can be seen from outside.
  struct Step {
    /// The executor of the step.
    ///
    /// A body on an actor leaves it by a job of its own, which is no suspension of the body.
    private let place: SimulationQueue.StepPlace
    private let thread: ThreadIdentity
    private let job: Int?

    /// The running step.
    ///
    /// The jobs of a simulation are counted. Elsewhere a task that has changed its thread has been suspended.
    static var current: Step {
      if let (place, job) = SimulatedExecutor.current?.runningStep {
        return Step(place: place, thread: .current, job: job)
      }
      let place: SimulationQueue.StepPlace = MainDelivery.isOnMainQueue ? .mainActor : .task
      return Step(place: place, thread: .current, job: nil)
    }

    /// Whether the task was suspended between this step and another one, as far as that is known.
    func isKnownToBeBefore(_ other: Step) -> Bool {
      guard place == other.place else { return false }
      guard let job, let later = other.job else { return thread != other.thread }
      return job != later
    }
  }

  private var calls: [Call] = []
  /// A loop that never returns must not fill the memory; each call beyond is one more of the same kind.
  private static let most = 64

  /// Adds a call.
  ///
  /// - Returns: The calls that are known to be due by now, in order.
  mutating func add(_ call: Call) -> [Call] {
    guard calls.count < Self.most else { return [call] }
    let isDue = { (earlier: Call) in
      guard let step = earlier.step, let now = call.step else { return false }
      return step.isKnownToBeBefore(now)
    }
    let due = calls.filter(isDue)
    calls.removeAll(where: isDue)
    calls.append(call)
    return due
  }

  /// Makes the calls that are due when the body has returned.
  ///
  /// - Parameter isFinished: Whether an error has taken it out after it was cancelled.
  func callAtReturn(isFinished: Bool) {
    guard !isFinished, !calls.isEmpty else { return }
    let step = Step.current
    for call in calls where call.step?.isKnownToBeBefore(step) ?? true { call.body() }
  }
}

extension WorkTable {
  /// Calls a closure when it is known that the running body or task goes on, if it is registered.
  ///
  /// - Parameters:
  ///   - step: The running step, if a return in it is taken for unwinding.
  ///   - now: The virtual time.
  ///   - body: Receives the line that started the task.
  /// - Returns: The calls to make at once, outside the lock; `nil` if the task is not registered.
  mutating func addVerdict(
    _ step: Verdict.Step?,
    at now: VirtualInstant?,
    _ body: @escaping @Sendable (CallSite?) -> Void
  ) -> [Verdict.Call]? {
    let begun = begunBodies.lastIndex { $0.isRunning }
    let found = order.first { slots[Int($0)].isTask && slots[Int($0)].task?.isRunning ?? false }
    let callSite = found.map { slots[Int($0)].label.callSite }
    // A body that stops takes no time.
    let isLater = sealedAt != nil && sealedAt != now
    let call = Verdict.Call(step: isLater ? nil : step) { body(callSite) }
    if let begun { return begunBodies[begun].verdict.add(call) }
    guard let found else { return nil }
    slots[Int(found)].isEntangled = true
    return verdicts[found, default: Verdict()].add(call)
  }
}

import Dispatch

/// Runs tasks one job at a time, in an order that a seed chooses, on virtual time.
///
/// ``withSimulation(seed:replaying:advancesTime:stepLimit:fileID:filePath:line:column:operation:)`` makes one and passes it to its
/// closure; it cannot be made otherwise.
///
/// A job that is enqueued waits in a queue; it never runs inside the enqueueing. When several wait, the next number of
/// the seed's sequence picks one. The simulation is *idle* when no job can run and no outside operation is registered.
/// Then the time moves on to the next sleeper.
///
/// A simulation includes its tasks and their children, `Task {}` and detached tasks that simulated tasks start, and
/// calls of ``clock``. It includes default actors and the main actor as far as simulated tasks call them. It does not
/// include actors with an executor of their own, threads and queues. Waiting for those needs an ``OutsideOperation``.
///
/// The class is not final only because a subclass has to hide the conformance to the runtime's protocol for sleeping.
/// There is no other subclass.
///
/// The lock has rank ``LockRank/delivery``.
public class SimulatedExecutor {
  /// The reasons why a run of jobs ended.
  enum Stop: Sendable {
    case waitForOutside
    case finished
    case stuck
    case overLimit
    /// A job does not return; the thread that runs it is left behind.
    case hung
  }

  enum Phase: Sendable {
    case open
    /// The simulation is over; later jobs run outside of it.
    case closed
  }

  struct State: Sendable {
    var queue: SimulationQueue
    var phase = Phase.open
    /// The drivers that wait for outside operations, by the number of the wait.
    var drivers: [UInt64: SuspendedCall<Bool>] = [:]
    var nextWait: UInt64 = 0
    /// The calls that wait for jobs to run, by the number of the turn.
    var turns: [UInt64: SuspendedCall<Stop>] = [:]
    var nextTurn: UInt64 = 0
    var nextOutside: UInt64 = 0
    var mainExecutor: SimulatedMainExecutor?
    var reportReceiver: ReportSink.Receiver?

    mutating func takeDrivers() -> [SuspendedCall<Bool>] {
      guard !drivers.isEmpty else { return [] }
      defer { drivers = [:] }
      return Array(drivers.values)
    }
  }

  final let state: Locked<State>
  /// The jobs that are delivered to the main queue in this simulation.
  final let mainLane = DeliveryLane(isOutside: false)
  // The simulation has a thread of its own, because a simulated job may block and must not occupy the pool's threads.
  final let thread = DispatchQueue(label: "strata.simulation")

  // SAFETY: written by the thread that is about to run a job and read by that job. Jobs run one at a time; a lock or a
  // queue passes them on. Another thread that reads it treats the value only as lost time.
  /// When the running job began.
  final nonisolated(unsafe) var jobStart = LostTime()
  /// Whether the simulation runs only while it is driven.
  final let isStanding: Bool
  /// The name of the operation, for the last message of a process that has to end.
  final let name: String

  init(
    chooser: SimulationQueue.Chooser,
    advancesTime: Bool,
    stepLimit: Int,
    isStanding: Bool,
    name: String
  ) {
    self.isStanding = isStanding
    self.name = name
    let queue = SimulationQueue(
      chooser: chooser,
      advancesTime: advancesTime,
      stepLimit: stepLimit
    )
    state = Locked(State(queue: queue), rank: .delivery)
    CurrentSimulation.noteMade()
  }

  /// The simulation that the calling job belongs to; `nil` outside of simulations.
  ///
  /// - Complexity: O(1); one load in a program that never made a simulation.
  public static var current: SimulatedExecutor? { CurrentSimulation.executor }

  /// The virtual time of this simulation.
  public final var clock: SimulatedClock { SimulatedClock(executor: self) }

  /// How many jobs have run.
  public final var steps: Int { state.withLock { $0.queue.steps } }

  /// The choices so far.
  public final var schedule: Schedule { state.withLock { $0.queue.made } }

  /// Queues a job; the runtime calls this.
  public final func enqueue(_ job: consuming ExecutorJob) {
    accept(UnownedJob(job), at: .anywhere)
  }

  /// Waits until nothing else of the simulation can run at the present instant of virtual time.
  ///
  /// It also waits for outside operations. Several callers are resumed together.
  public final func waitUntilIdle() async {
    await SuspendedCall<Void>.suspend { call in
      let isIdle = state.withLock { state in
        guard state.phase == .open else { return true }
        state.queue.idleCalls.append(call)
        return false
      }
      if isIdle { call.resume(returning: ()) }
    }
  }

  /// Waits until nothing else of the simulation can run at this time, after all other callers that wait.
  ///
  /// The calls that ``waitUntilIdle()`` resumes come first. Of several callers, the last one is resumed first.
  @_spi(Strata) public final func settled() async {
    await SuspendedCall<Void>.suspend { call in
      let isOpen = state.withLock { state in
        guard state.phase == .open else { return false }
        state.queue.settledCalls.append(call)
        return true
      }
      if !isOpen { call.resume(returning: ()) }
    }
  }

  /// Lets virtual time pass, and waits until nothing can run at its end.
  ///
  /// Use it to move time in a simulation that does not do so by itself. Returns early when the task is cancelled.
  public final func advance(by duration: Duration) async {
    let deadline = clock.now.advanced(by: duration)
    state.withLock { $0.queue.allowTime(until: deadline) }
    try? await clock.sleep(until: deadline)
    await waitUntilIdle()
  }
}

extension SimulatedExecutor {
  var now: VirtualInstant { state.withLock { $0.queue.now } }

  /// The main actor's executor in this simulation.
  var mainExecutor: SimulatedMainExecutor {
    state.withLock { state in
      if let made = state.mainExecutor { return made }
      let made = SimulatedMainExecutor.makeImmortal(for: self)
      state.mainExecutor = made
      return made
    }
  }

  /// The deadline of the next sleeper; `nil` if no call sleeps.
  @_spi(Strata) public final var nextDeadline: VirtualInstant? {
    state.withLock { $0.queue.sleepers.nextDeadline() }
  }

  var sleeperCount: Int { state.withLock { $0.queue.sleepers.count } }

  var outsideNames: [String] {
    state.withLock { $0.queue.outside.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Queues a job, or when the simulation is over has it run outside.
  func accept(_ job: UnownedJob, at place: SimulationQueue.Job.Place) {
    let (isOpen, drivers) = state.withLock { state in
      guard state.phase == .open else { return (false, [SuspendedCall<Bool>]()) }
      state.queue.append(SimulationQueue.Job(job: job, place: place))
      return (true, state.takeDrivers())
    }
    for driver in drivers { driver.resume(returning: true) }
    guard !isOpen else { return }
    // Also while this thread runs a job of the simulation. The runtime would bring the job back otherwise.
    CurrentSimulation.with(nil) {
      switch place {
      case .anywhere: globalConcurrentExecutor.enqueue(job)
      case .mainActor: MainActor.shared.enqueue(job)
      }
    }
  }

  /// Queues a job for a later instant of virtual time, or for the next turn if there is no delay.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - delay: The rest of the duration that the task asked for, by the runtime's clock.
  func accept(_ job: UnownedJob, after delay: Duration) {
    let job = SimulationQueue.Job(job: job, place: .anywhere)
    let delay = unsafe jobStart.duration(delay)
    state.withLock { state in
      let deadline = state.queue.now.advanced(by: delay)
      if delay > .zero {
        _ = state.queue.sleepers.add(.job(job), until: deadline)
      } else {
        _ = state.queue.turns.sleepers.add(.job(job), until: deadline)
      }
    }
  }

  func sleep(until deadline: VirtualInstant) async throws {
    try await SimulatedExecutor.checkCancellation()
    if isStanding, SimulatedExecutor.current !== self {
      // The sleep would never end, because no other caller drives the simulation while its driver sleeps.
      return ReportSink.report(SimulationText.sleepOutside, at: .thisLine())
    }
    guard deadline > now else { return try await giveWay() }
    let isWoken = await SleepingCall.sleep { call in
      state.withLock { state in
        guard state.phase == .open else { return .rejected }
        return .asleep(state.queue.sleepers.add(.call(call), until: deadline))
      }
    } remove: { id in
      guard case .call(let call) = state.withLock({ $0.queue.sleepers.remove(id) }) else {
        return nil
      }
      return call
    }
    guard isWoken else { throw CancellationError() }
  }

  /// Throws if the task is cancelled.
  ///
  /// A loop that sleeps and drops the error would spin inside one job, where no limit could see it. So a task that does
  /// that many times gives way each time.
  static func checkCancellation() async throws {
    guard Task.isCancelled else { return }
    if current?.state.withLock({ $0.queue.rejectSleep() }) ?? false { await Task.yield() }
    throw CancellationError()
  }

  func addOutside(_ name: String) -> UInt64 {
    state.withLock { state in
      defer { state.nextOutside += 1 }
      state.queue.outside[state.nextOutside] = name
      return state.nextOutside
    }
  }

  func removeOutside(_ id: UInt64) {
    let drivers = state.withLock { state in
      guard state.queue.outside.removeValue(forKey: id) != nil else {
        return [SuspendedCall<Bool>]()
      }
      return state.takeDrivers()
    }
    for driver in drivers { driver.resume(returning: true) }
  }

  /// Notes that the operation has returned.
  func markDone() {
    state.withLock { $0.queue.isDone = true }
  }
}

// SAFETY: all stored properties but `jobStart`, for which see there, are constants of `Sendable` types. The one
// subclass, in this module, adds none.
extension SimulatedExecutor: @unchecked Sendable {}

extension SimulatedExecutor: TaskExecutor {}

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task { try await clock.sleep(for: .seconds(3)) }
/// await clock.advance(by: .seconds(3))
/// try await task.value
/// ```
///
/// Sleepers wake in the order of their deadlines; of two with the same deadline, the one that went to sleep first.
/// After each wake-up, before the clock moves further, the woken task gets a chance to go on and perhaps to sleep
/// again. In a simulation
/// (``withSimulation(seed:replaying:advancesTime:stepLimit:fileID:filePath:line:column:operation:)``) that chance is
/// exact, because the clock waits until nothing can run. Elsewhere the clock can only give way a few times, because it
/// cannot see what other threads are about to do. Prefer a simulation where a test must give the same result every
/// time.
///
/// The lock has rank ``LockRank/delivery``.
public final class TestClock: Clock {
  /// An instant on this clock.
  public typealias Instant = VirtualInstant

  private struct State: Sendable {
    var now = VirtualInstant()
    var sleepers = SleeperQueue<SuspendedCall<Bool>>()
    /// Simulations whose tasks sleep here, and which stand still unless they are driven.
    var standing: [StandingSimulation] = []
  }

  private let state = Locked(State(), rank: .delivery)

  /// Makes a clock.
  public init() {}

  /// The instant at which the clock stands.
  public var now: VirtualInstant { state.withLock { $0.now } }

  /// Zero: the clock stands wherever it is put.
  public var minimumResolution: Duration { .zero }

  /// How many sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock is moved to an instant or past it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, at once.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await SimulatedExecutor.checkCancellation()
    // A loop of sleeps that are already over must leave this thread to other tasks.
    guard deadline > now else { return try await SimulatedExecutor.giveWayIfSimulated() }
    let isWoken = await SleepingCall.sleep { call in
      state.withLock { state in
        guard deadline > state.now else { return .awake }
        return .asleep(state.sleepers.add(call, until: deadline))
      }
    } remove: { id in
      state.withLock { $0.sleepers.remove(id) }
    }
    guard isWoken else { throw CancellationError() }
  }

  /// Moves the clock on by a duration, and wakes the sleepers that are due on the way.
  public func advance(by duration: Duration) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock on to an instant, and wakes the sleepers that are due on the way.
  ///
  /// An instant that has already passed moves nothing.
  public func advance(to deadline: VirtualInstant) async {
    await giveWay()
    while let sleeper = step(to: deadline) {
      sleeper.resume(returning: true)
      await giveWay()
    }
    state.withLock { $0.now = max($0.now, deadline) }
    await giveWay()
  }

  /// Lets the clock drive a simulation that stands still.
  ///
  /// Woken tasks go on, and tasks that are about to sleep do so, before the clock moves.
  @_spi(Strata) public func drives(_ simulation: StandingSimulation) {
    state.withLock { $0.standing.append(simulation) }
  }

  /// Takes a simulation out that has ended.
  @_spi(Strata) public func forget(_ simulation: StandingSimulation) {
    state.withLock { $0.standing.removeAll { $0 === simulation } }
  }

  /// Moves the clock on until no task sleeps.
  ///
  /// Does not return while tasks go to sleep again and again.
  public func run() async {
    await giveWay()
    while let deadline = state.withLock({ $0.sleepers.nextDeadline() }) {
      await advance(to: deadline)
    }
  }

  private func step(to deadline: VirtualInstant) -> SuspendedCall<Bool>? {
    state.withLock { state in
      guard let next = state.sleepers.nextDeadline(), next <= deadline else { return nil }
      state.now = max(state.now, next)
      return state.sleepers.popDue(at: state.now)
    }
  }

  private func giveWay() async {
    if let simulation = SimulatedExecutor.current { return await simulation.waitUntilIdle() }
    var standing = state.withLock { $0.standing }
    if let test = StandingSimulation.current, !standing.contains(where: { $0 === test }) {
      standing.append(test)
    }
    for simulation in standing { await simulation.drive() }
    if standing.isEmpty {
      for _ in 0..<32 { await Task.yield() }
    }
  }
}

/// A simulation that stands still except while somebody drives it.
///
/// For test support: a test that does not itself run in a simulation makes objects whose tasks do, and
/// drives them while it waits for them. Between, nothing runs, so what the test does in one go is
/// never mixed with what tasks do. Virtual time moves no further than it is let.
@_spi(Strata)
public final class StandingSimulation: Sendable {
  /// Where tasks have to run to be part of the simulation.
  public let executor: SimulatedExecutor
  private let outsideLimit: Duration

  /// Makes a simulation in which nothing has run.
  ///
  /// - Parameters:
  ///   - seed: Chooses the order.
  ///   - schedule: Chooses the order instead of the seed.
  ///   - stepLimit: After how many jobs to give up.
  ///   - outsideLimit: How much real time an outside operation may take while nothing can run.
  public init(
    seed: UInt64,
    replaying schedule: Schedule? = nil,
    stepLimit: Int = 1_000_000,
    outsideLimit: Duration = .seconds(60)
  ) {
    self.outsideLimit = outsideLimit
    _ = EnqueueHooks.missing
    executor = .make(
      chooser: schedule.map { .schedule($0.choices[...]) } ?? .seed(SplitMix64(seed: seed)),
      advancesTime: false,
      stepLimit: stepLimit,
      isStanding: true
    )
  }

  /// Runs until nothing can run at this moment of virtual time; waits for outside operations, but not
  /// longer than it may.
  ///
  /// - Returns: Whether it came to rest; if not, the limit of steps is reached.
  @discardableResult
  public func drive() async -> Bool {
    if case .overLimit = await executor.run(outsideLimit: outsideLimit) { false } else { true }
  }

  /// Runs, on the calling thread, until nothing can run; does not wait for outside operations.
  ///
  /// - Precondition: Nobody else drives.
  public func driveNow() {
    _ = executor.runJobs()
  }

  /// Lets virtual time move on to a moment, and runs until nothing can run then.
  ///
  /// - Returns: As ``drive()``.
  @discardableResult
  public func drive(until deadline: VirtualInstant) async -> Bool {
    executor.state.withLock { $0.queue.allowTime(until: deadline) }
    return await drive()
  }

  /// Runs an operation in the simulation, and drives until it has returned, letting time pass.
  ///
  /// An operation that nothing will resume is cancelled, after `onStuck` was called; if it does not
  /// heed that, this waits with it.
  ///
  /// - Returns: What `operation` returns.
  /// - Throws: What `operation` throws.
  @concurrent
  public func run<Value: Sendable>(
    onStuck: @Sendable () -> Void,
    operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    let executor = executor
    let isDone = Locked(false, rank: .leaf)
    let child = ChildTask()
    let start = executor.registerOutsideOperation("the start of an operation")
    async let result: Result<Value, any Error> = withTaskExecutorPreference(executor) {
      child.begin()
      start.complete()
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await operation())
      } catch {
        outcome = .failure(error)
      }
      child.end()
      isDone.withLock { $0 = true }
      return outcome
    }
    while await drive(), !isDone.withLock({ $0 }) {
      guard let next = executor.nextDeadline else {
        onStuck()
        child.cancel()
        await drive()
        break
      }
      executor.state.withLock { $0.queue.allowTime(until: next) }
    }
    return try await result.get()
  }

  /// Ends the simulation: wakes who sleeps as if cancelled, and lets what that resumes run.
  ///
  /// What comes later runs outside. Calling it again has no effect.
  public func finishNow() {
    executor.wakeSleepers()
    driveNow()
    executor.close()
  }
}

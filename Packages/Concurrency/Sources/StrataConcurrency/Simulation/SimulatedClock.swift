/// The virtual time of a simulation.
///
/// It moves only when nothing in the simulation can run, and then at once to the next deadline.
public struct SimulatedClock: Clock {
  /// An instant of virtual time.
  public typealias Instant = VirtualInstant

  let executor: SimulatedExecutor

  /// The present instant of virtual time; the simulation begins at zero.
  public var now: VirtualInstant { executor.now }

  /// Zero, because virtual time moves to every instant that a task waits for.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until an instant of virtual time; if that has passed, gives way to everything that can run.
  ///
  /// - Throws: `CancellationError` when the task is cancelled or the simulation is over, at once.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await executor.sleep(until: deadline)
  }
}

/// The virtual time of a simulation.
///
/// It moves only when nothing in the simulation can run, and then at once to the next deadline.
public struct SimulatedClock: Clock {
  /// A moment of virtual time.
  public typealias Instant = VirtualInstant

  let executor: SimulatedExecutor

  /// The present moment of virtual time; the simulation begins at zero.
  public var now: VirtualInstant { executor.now }

  /// Zero: virtual time goes wherever somebody waits for it.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until a moment of virtual time; until one that has come, gives way to everything that can run.
  ///
  /// - Throws: `CancellationError` when the task is cancelled or the simulation is over, at once.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await executor.sleep(until: deadline)
  }
}

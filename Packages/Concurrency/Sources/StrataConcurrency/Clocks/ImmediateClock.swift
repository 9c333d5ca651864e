/// A clock on which every sleep is over at once.
///
/// Its time moves on by each sleep, so code that measures sees the time it asked for. Use it for previews,
/// demonstrations and tests in which only the order matters.
///
/// The lock has rank ``LockRank/delivery``.
public final class ImmediateClock: Clock {
  /// An instant on this clock.
  public typealias Instant = VirtualInstant

  private let current = Locked(VirtualInstant(), rank: .delivery)

  /// Makes a clock.
  public init() {}

  /// The latest instant up to which a caller has slept.
  public var now: VirtualInstant { current.withLock { $0 } }

  /// Zero: sleeps take no time.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock to an instant, gives way to other tasks once, and returns.
  ///
  /// In a simulation it gives way to everything that can run there.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await SimulatedExecutor.checkCancellation()
    current.withLock { $0 = max($0, deadline) }
    // A loop that sleeps must leave this thread to other tasks.
    try await SimulatedExecutor.giveWayIfSimulated()
  }
}

/// A wrapper for a clock of unknown type.
///
/// `any Clock<Duration>` can sleep for a while, but its instants are useless: without the type, code cannot use `now`.
/// This wrapper counts from the instant at which it was made.
public struct AnyClock: Clock {
  /// An instant on this clock.
  public typealias Instant = VirtualInstant

  private let elapsed: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void

  /// Wraps a clock.
  public init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
    let start = base.now
    elapsed = { start.duration(to: base.now) }
    resolution = { base.minimumResolution }
    sleepUntil = { offset, tolerance in
      try await base.sleep(until: start.advanced(by: offset), tolerance: tolerance)
    }
  }

  /// The present instant of the wrapped clock.
  public var now: VirtualInstant { VirtualInstant(offset: elapsed()) }

  /// The resolution of the wrapped clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the wrapped clock.
  ///
  /// - Throws: The error that the wrapped clock throws; for all clocks here, `CancellationError`.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}

/// A clock whose type is not known, as a type of its own.
///
/// `any Clock<Duration>` can sleep for a while, but it has no usable moments: without the type,
/// nothing can be done with `now`. This wrapper counts from the moment at which it was made.
public struct AnyClock: Clock {
  /// A moment on this clock.
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

  /// The present moment of the wrapped clock.
  public var now: VirtualInstant { VirtualInstant(offset: elapsed()) }

  /// The resolution of the wrapped clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the wrapped clock.
  ///
  /// - Throws: What the wrapped clock throws; for all clocks here, `CancellationError`.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}

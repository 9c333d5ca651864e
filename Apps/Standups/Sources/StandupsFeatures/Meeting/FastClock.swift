package import StrataConcurrency

/// A clock that is faster than another by a factor: `--speed 60` makes a minute of a second.
package struct FastClock: Clock {
  package typealias Instant = VirtualInstant

  private let base: AnyClock
  private let start: VirtualInstant
  private let speed: Double

  /// Makes a clock that runs faster than another.
  ///
  /// - Precondition: `speed` is positive.
  package init(_ base: some Clock<Duration>, speed: Double) {
    precondition(speed > 0, "FastClock: a speed of \(speed) would stop the time")
    self.base = AnyClock(base)
    self.start = self.base.now
    self.speed = speed
  }

  package var now: VirtualInstant {
    VirtualInstant(offset: start.duration(to: base.now) * speed)
  }

  package var minimumResolution: Duration { base.minimumResolution }

  package func sleep(until deadline: VirtualInstant, tolerance: Duration?) async throws {
    let wait = deadline.offset / speed
    try await base.sleep(
      until: start.advanced(by: wait),
      tolerance: tolerance.map { $0 / speed }
    )
  }
}

/// Ticks at regular intervals.
///
/// The ticks are counted from the instant at which the sequence was made, so they do not drift. Ticks that fell due
/// while the consumer worked follow at once, so none is missing. Cancelling the task ends the sequence.
public struct TimerSequence: AsyncSequence, Sendable {
  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: TimerSequence
    fileprivate var deadline: VirtualInstant

    /// Waits for the next tick.
    ///
    /// - Returns: The instant at which the tick was due; `nil` when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> VirtualInstant? {
      deadline = deadline.advanced(by: timer.interval)
      do {
        try await timer.clock.sleep(until: deadline, tolerance: timer.tolerance)
        return Task.isCancelled ? nil : deadline
      } catch {
        return nil
      }
    }

    /// Waits for the next tick.
    ///
    /// - Returns: The instant at which the tick was due; `nil` when the task is cancelled.
    public mutating func next() async -> VirtualInstant? {
      await next(isolation: #isolation)
    }
  }

  fileprivate let clock: AnyClock
  fileprivate let start: VirtualInstant
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?

  /// Makes a timer that starts now.
  ///
  /// - Parameters:
  ///   - clock: The clock to follow.
  ///   - interval: The time between ticks, and before the first.
  ///   - tolerance: How late a tick may be.
  /// - Precondition: `interval` is positive.
  public init(clock: some Clock<Duration>, interval: Duration, tolerance: Duration? = nil) {
    precondition(interval > .zero, "TimerSequence: an interval of \(interval) never passes")
    self.clock = AnyClock(clock)
    self.start = self.clock.now
    self.interval = interval
    self.tolerance = tolerance
  }

  /// Makes an iterator that begins with the first tick, however late it is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self, deadline: start)
  }
}

@available(*, unavailable)
extension TimerSequence.Iterator: Sendable {}

extension Clock where Duration == Swift.Duration {
  /// Ticks at regular intervals, from now on.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { secondsElapsed += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time between ticks, and before the first.
  ///   - tolerance: How late a tick may be.
  /// - Returns: The ticks.
  /// - Precondition: `interval` is positive.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> TimerSequence {
    TimerSequence(clock: self, interval: interval, tolerance: tolerance)
  }
}

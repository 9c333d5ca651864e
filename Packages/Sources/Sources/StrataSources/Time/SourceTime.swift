public import Foundation
public import StrataConcurrency

/// The clock and the calendar of sources that wait or expire.
///
/// ```swift
/// SourceTime.with(SourceTime(clock: testClock, start: Date(timeIntervalSince1970: 0))) {
///   let retrying = source.retrying()  // waits on the test's clock
/// }
/// ```
///
/// A source takes it when it is made.
public struct SourceTime: Sendable {
  @TaskLocal private static var scoped: SourceTime?

  /// The clock of timers.
  public let clock: AnyClock
  /// The time of day.
  public let now: @Sendable () -> Date

  /// Makes a time from a clock and a function that returns the time of day.
  public init(clock: some Clock<Duration>, now: @escaping @Sendable () -> Date) {
    self.clock = AnyClock(clock)
    self.now = now
  }

  /// Makes a time whose time of day follows the clock.
  ///
  /// - Parameters:
  ///   - clock: The clock of timers.
  ///   - start: The time of day now.
  public init(clock: some Clock<Duration>, start: Date) {
    let clock = AnyClock(clock)
    self.clock = clock
    now = { start.addingTimeInterval(clock.now.offset.timeInterval) }
  }

  /// The system's.
  public static let live = SourceTime(clock: ContinuousClock(), now: { Date() })

  /// The time of sources that are made now: ``live`` unless ``with(_:operation:)`` says otherwise.
  public static var current: SourceTime { scoped ?? live }

  /// Runs a closure in which sources are made with a time.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func with<Result>(
    _ time: SourceTime,
    operation: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(time, operation: operation)
  }

  /// Runs an asynchronous closure in which sources are made with a time.
  ///
  /// - Returns: The value that `operation` returns.
  /// - Throws: The error that `operation` throws.
  public static func with<Result>(
    _ time: SourceTime,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(time, operation: operation, isolation: isolation)
  }
}

extension Duration {
  /// The duration in seconds.
  var timeInterval: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
  }
}

public import Foundation
import StrataConcurrency

/// When a failed fetch is tried again; times are in seconds.
///
/// After an infinite time it is not tried again. A negative time is reported and counts as 0, one that is not a number
/// as 1.
public enum RetryStrategy: Sendable, Hashable {
  /// After each failure, after so long, at most so often.
  case everyIntervalWithMaximum(retryInterval: TimeInterval, maximumRetries: Int)
  /// After each failure, after so long, without end.
  case everyIntervalWithoutMaximum(retryInterval: TimeInterval)
  /// After each failure, after 1, 2, 4 … seconds, without end.
  case withExponentialBackoff

  /// Every interval, at most so often: the form without labels.
  public static func everyIntervalWithMaximum(
    _ retryInterval: TimeInterval,
    _ maximumRetries: Int
  ) -> RetryStrategy {
    .everyIntervalWithMaximum(retryInterval: retryInterval, maximumRetries: maximumRetries)
  }

  /// Every interval, without end: the form without a label.
  public static func everyIntervalWithoutMaximum(_ retryInterval: TimeInterval) -> RetryStrategy {
    .everyIntervalWithoutMaximum(retryInterval: retryInterval)
  }

  /// The strategy with a time that can be waited for.
  func checked(at callSite: CallSite) -> RetryStrategy {
    func checked(_ interval: TimeInterval) -> TimeInterval {
      Seconds.checked(interval, "retryInterval", standard: 1, at: callSite)
    }
    return switch self {
    case .everyIntervalWithMaximum(let interval, let maximum):
      .everyIntervalWithMaximum(checked(interval), maximum)
    case .everyIntervalWithoutMaximum(let interval): .everyIntervalWithoutMaximum(checked(interval))
    case .withExponentialBackoff: self
    }
  }

  /// How long to wait after a failure when it was tried again so often already, or `nil` to give up.
  func delay(afterRetries retries: Int) -> TimeInterval? {
    switch self {
    case .everyIntervalWithMaximum(let interval, let maximum):
      retries < maximum && !Seconds.isNever(interval) ? interval : nil
    case .everyIntervalWithoutMaximum(let interval): Seconds.isNever(interval) ? nil : interval
    // No caller waits longer than twelve days; the exponent must not overflow.
    case .withExponentialBackoff: Double(1 << min(retries, 20))
    }
  }
}

/// When a failure is shown although it is tried again; times are in seconds.
///
/// A time that is negative or not a number is reported and counts as 0.
public enum RetryErrorForwarding: Sendable, Hashable {
  /// At once.
  case immediately
  /// When so many attempts have failed.
  case failedAttempts(Int)
  /// So long after the first failure.
  case timeInterval(TimeInterval)
  /// Never; not even when the strategy gives up.
  case never

  /// The same with a time that can be waited for.
  func checked(at callSite: CallSite) -> RetryErrorForwarding {
    guard case .timeInterval(let interval) = self else { return self }
    return .timeInterval(
      Seconds.checked(interval, "forwardErrorAfter", standard: 0, at: callSite)
    )
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How long the thread that runs a job was kept from running, since the job began.
///
/// A real sleep is asked for as a duration, but the runtime hands on a deadline, counted from a
/// present that has passed by then: mostly some microseconds ago, and as long as the thread was
/// interrupted in between, if it was. What has been lost so is real time that was not spent running.
struct LostTime: Sendable {
  private let wall: Duration
  private let processor: Duration

  /// Takes the time at the beginning of a job.
  init() {
    wall = Self.time(CLOCK_MONOTONIC)
    processor = Self.time(CLOCK_THREAD_CPUTIME_ID)
  }

  /// How long the calling thread, if it is that of the job, was not running; not more than a tenth
  /// of a second is believed.
  var untilNow: Duration { until(LostTime()) }

  private func until(_ now: LostTime) -> Duration {
    let lost = (now.wall - wall) - (now.processor - processor)
    return min(max(lost, .zero), .milliseconds(100))
  }

  /// The duration that the job has probably asked for, if the runtime says that some of it is left.
  func duration(_ rest: Duration) -> Duration {
    let now = LostTime()
    return Self.duration(rest, lost: until(now), since: now.wall - wall)
  }

  /// The duration that was probably asked for, if a part of it is lost.
  ///
  /// Of the durations that it may be, the one that a person would rather have written: the multiple of
  /// the largest unit. A duration of up to a microsecond is mostly over before the runtime asks for
  /// it, and counts as none.
  ///
  /// - Parameters:
  ///   - rest: What is left of it.
  ///   - lost: What may have been lost, and some microseconds more.
  ///   - age: How long ago the job began that has asked for it. Of a duration below a millisecond no
  ///     more can be lost.
  /// - Returns: The duration.
  static func duration(
    _ rest: Duration,
    lost: Duration,
    since age: Duration = .seconds(1)
  ) -> Duration {
    let rest = max(rest, .zero)
    guard rest >= .microseconds(1) else { return .zero }
    for (unit, slack) in units {
      let candidate = rest.roundedUp(toMicroseconds: unit)
      let allowed = lost + .microseconds(slack)
      let isShort = rest < .milliseconds(1)
      if candidate - rest <= (isShort ? min(allowed, age) : allowed) { return candidate }
    }
    return rest.roundedUp(toMicroseconds: 1)
  }

  /// What durations are multiples of, in microseconds, with the time that may have passed unseen.
  ///
  /// A first sleep takes the runtime longer than all others. Short durations would vanish in the time
  /// that is granted to long ones.
  private static let units: [(unit: Int64, slack: Int64)] = [
    (60_000_000, 200), (1_000_000, 200), (100_000, 200), (10_000, 200), (1_000, 200),
    (100, 30), (10, 8),
  ]

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  fileprivate func roundedUp(toMicroseconds unit: Int64) -> Duration {
    let (seconds, attoseconds) = components
    let perMicrosecond: Int64 = 1_000_000_000_000
    let microseconds = seconds * 1_000_000 + (attoseconds + perMicrosecond - 1) / perMicrosecond
    return .microseconds((microseconds + unit - 1) / unit * unit)
  }
}

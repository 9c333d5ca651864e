#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How long the thread that runs a job was not running, since the job began.
///
/// A caller asks for a real sleep as a duration, but the runtime passes on a deadline. The runtime counts that deadline
/// from an instant that has passed by then. That is mostly some microseconds ago, or longer if the thread was
/// interrupted in between. The lost time is real time in which the thread did not run.
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

  /// The duration that the job has probably asked for, by the rest that the runtime reports.
  func duration(_ rest: Duration) -> Duration {
    let now = LostTime()
    return Self.duration(rest, lost: until(now), since: now.wall - wall)
  }

  /// The duration that was probably asked for, if a part of it is lost.
  ///
  /// Of the possible durations, this is the one that a person would rather have written: the multiple of the largest
  /// unit. A duration of up to a microsecond is mostly over before the runtime asks for it, and counts as none.
  ///
  /// - Parameters:
  ///   - rest: The rest of it.
  ///   - lost: The time that may have been lost, and some microseconds more.
  ///   - age: How long ago the job began that has asked for it. A duration below a millisecond cannot have lost more
  ///     than that, and a longer one may have lost as much: on a machine under load, time in which another process ran
  ///     can count as time of the thread.
  /// - Returns: The duration.
  static func duration(
    _ rest: Duration,
    lost: Duration,
    since age: Duration = .seconds(1)
  ) -> Duration {
    let rest = max(rest, .zero)
    guard rest >= .microseconds(1) else { return .zero }
    let isShort = rest < .milliseconds(1)
    for (unit, slack, grace) in units {
      let candidate = rest.roundedUp(toMicroseconds: unit)
      let slack = Duration.microseconds(slack)
      let allowed =
        isShort ? min(lost + slack, age) : lost + max(slack, min(age, .microseconds(grace)))
      if candidate - rest <= allowed { return candidate }
    }
    return rest.roundedUp(toMicroseconds: 1)
  }

  /// The units of durations, in microseconds, with the time that may have passed unseen, and with what an old job may
  /// have lost.
  ///
  /// A first sleep takes the runtime longer than all others. Short durations would vanish in the time
  /// that is granted to long ones.
  private static let units: [(unit: Int64, slack: Int64, grace: Int64)] = [
    (60_000_000, 200, 60_000), (1_000_000, 200, 1_000), (100_000, 200, 400), (10_000, 200, 400),
    (1_000, 200, 400), (100, 30, 0), (10, 8, 0),
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

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
  var untilNow: Duration {
    let now = LostTime()
    let lost = (now.wall - wall) - (now.processor - processor)
    return min(max(lost, .zero), .milliseconds(100))
  }

  /// The duration that was probably asked for, if a part of it is lost.
  ///
  /// Of the durations that it may be, the one that a person would rather have written: the multiple of
  /// the largest unit.
  ///
  /// - Parameters:
  ///   - rest: What is left of it.
  ///   - lost: What may have been lost, and some microseconds more.
  /// - Returns: The duration.
  static func duration(_ rest: Duration, lost: Duration) -> Duration {
    let rest = max(rest, .zero)
    for unit in [60_000, 1_000, 100, 10, 1] as [Int64] {
      let candidate = rest.roundedUp(toMilliseconds: unit)
      if candidate - rest <= lost + .microseconds(200) { return candidate }
    }
    return rest.roundedUp(toMilliseconds: 1)
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  fileprivate func roundedUp(toMilliseconds unit: Int64) -> Duration {
    let (seconds, attoseconds) = components
    let perMillisecond: Int64 = 1_000_000_000_000_000
    let milliseconds = seconds * 1_000 + (attoseconds + perMillisecond - 1) / perMillisecond
    return .milliseconds((milliseconds + unit - 1) / unit * unit)
  }
}

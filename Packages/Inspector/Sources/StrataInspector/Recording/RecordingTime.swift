#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The date of a recording's beginning.
enum RecordingTime {
  /// The time since some moment, which goes on while the machine sleeps.
  static func nanoseconds() -> Int {
    var now = timespec()
    #if os(Linux)
    unsafe clock_gettime(CLOCK_BOOTTIME, &now)
    #else
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    #endif
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// Now, as `2026-11-23T23:05:00.123Z`.
  static func now() -> String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return text(seconds: Int(now.tv_sec), milliseconds: Int(now.tv_nsec) / 1_000_000)
  }

  /// The date of a number of seconds since 1970, not before.
  static func text(seconds: Int, milliseconds: Int) -> String {
    let (year, month, day) = date(ofDay: seconds / 86_400)
    let second = seconds % 86_400
    let time = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
    let date = [padded(year, 4), padded(month, 2), padded(day, 2)].joined(separator: "-")
    return "\(date)T\(time.joined(separator: ":")).\(padded(milliseconds, 3))Z"
  }

  /// The date of a day since 1970, after Howard Hinnant's `civil_from_days`: years begin in March.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

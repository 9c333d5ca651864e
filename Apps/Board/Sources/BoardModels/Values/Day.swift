/// A day of the calendar that the world uses, without a time and without a time zone.
package struct Day: Hashable, Comparable, Sendable {
  /// Days since 1 January 1970.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// The day of a text like `2026-12-24`; `nil` for anything else, such as `2026-02-30`.
  package init?(_ text: String) {
    var parts = (0, 0, 0)
    var count = 0
    for byte in text.utf8 {
      count += 1
      switch count {
      case 5, 8: guard byte == UInt8(ascii: "-") else { return nil }
      case 1...10:
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        let digit = Int(byte - UInt8(ascii: "0"))
        if count < 5 {
          parts.0 = parts.0 * 10 + digit
        } else if count < 8 {
          parts.1 = parts.1 * 10 + digit
        } else {
          parts.2 = parts.2 * 10 + digit
        }
      default: return nil
      }
    }
    guard count == 10, parts.0 >= 1, (1...12).contains(parts.1), parts.2 >= 1 else { return nil }
    self.init(number: Self.number(year: parts.0, month: parts.1, day: parts.2))
    // A day that the month does not have comes out as one of the next.
    guard self.parts == parts else { return nil }
  }

  package static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  /// The day so many days later.
  package func adding(_ days: Int) -> Day { Day(number: number + days) }

  /// The day as a text like `2026-12-24`.
  package var text: String {
    let (year, month, day) = parts
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // Years begin in March here, so that the day that a leap year adds is a year's last.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private var parts: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

/// A time, in whole seconds.
package struct Moment: Hashable, Sendable {
  /// Seconds since the beginning of 1 January 1970 in Greenwich.
  package let seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  /// The day of this time in a time zone that is so many seconds ahead of Greenwich.
  package func day(offset: Int = 0) -> Day {
    let local = seconds + offset
    return Day(number: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }

  /// The time as a text like `2026-12-24 17:05`, in a time zone that is so many seconds ahead of Greenwich.
  package func text(offset: Int) -> String {
    let (day, second) = split(offset)
    return "\(day.text) \(Day.padded(second / 3_600, 2)):\(Day.padded(second / 60 % 60, 2))"
  }

  /// The time as ISO 8601 writes it, in Greenwich.
  package var isoText: String {
    let (day, second) = split(0)
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { Day.padded($0, 2) }
    return "\(day.text)T\(clock.joined(separator: ":"))Z"
  }

  private func split(_ offset: Int) -> (Day, Int) {
    let day = day(offset: offset)
    return (day, seconds + offset - day.number * 86_400)
  }
}

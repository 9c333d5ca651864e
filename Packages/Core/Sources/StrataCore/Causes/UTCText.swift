/// Formats times without Foundation, which the engine needs for nothing else.
enum UTCText {
  /// The second of a time since 1970, `2026-01-31 09:30:00 UTC`.
  static func text(of seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e14 else { return "\(seconds) s" }
    let whole = Int(seconds.rounded(.down))
    let days = (whole - floorMod(whole, 86_400)) / 86_400
    let second = floorMod(whole, 86_400)
    let (year, month, day) = date(ofDay: days)
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2)) "
      + "\(clock.joined(separator: ":")) UTC"
  }

  /// The day of the Gregorian calendar, from the number of days since 1970.
  ///
  /// Counted in years that begin in March, so that the leap day is a year's last.
  private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let dayOfEra = floorMod(shifted, 146_097)
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorMod(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

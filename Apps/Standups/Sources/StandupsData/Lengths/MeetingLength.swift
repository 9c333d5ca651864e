/// Lengths of time as a person writes and reads them.
package enum MeetingLength: Sendable {
  /// The lengths that a meeting may be planned for, in seconds.
  package static let allowed = 1...(24 * 60 * 60)

  /// The times that a meeting or a turn may have taken, in seconds: up to some thirty years.
  ///
  /// A clock that runs fast gets far in a day; sums over everything that a file can contain stay far from the
  /// largest number.
  package static let held = 0...1_000_000_000

  /// Reads `15` (minutes), `90s`, `15m`, `1h30m`, `2:30` (minutes and seconds) or `1:00:00`.
  ///
  /// - Returns: Seconds, or `nil` if the text is none of these or is not in ``allowed``.
  package static func parse(_ text: String) -> Int? {
    let text = text.lowercased().filter { $0 != " " }
    let seconds = text.contains(":") ? parseClock(text) : parseUnits(text)
    guard let seconds, allowed.contains(seconds) else { return nil }
    return seconds
  }

  /// Writes seconds as a clock shows them: `2:05`, `1:00:00`.
  package static func clock(_ seconds: Int) -> String {
    let sign = seconds < 0 ? "-" : ""
    let seconds = seconds.magnitude
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    guard hours > 0 else { return "\(sign)\(minutes):\(twoDigits(rest))" }
    return "\(sign)\(hours):\(twoDigits(minutes)):\(twoDigits(rest))"
  }

  /// Writes seconds in words as short as ``parse(_:)`` reads them: `15m`, `1h30m`, `45s`.
  package static func units(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    var text = ""
    if hours > 0 { text += "\(hours)h" }
    if minutes > 0 { text += "\(minutes)m" }
    if rest > 0 || text.isEmpty { text += "\(rest)s" }
    return text
  }

  private static func twoDigits(_ number: some BinaryInteger) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static func parseClock(_ text: String) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard let number = digits(field), index == 0 || (field.count == 2 && number < 60) else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  private static func parseUnits(_ text: String) -> Int? {
    if let minutes = digits(text[...]) { return minutes * 60 }
    var units: [(Character, Int)] = [("h", 3600), ("m", 60), ("s", 1)]
    var seconds = 0
    var number = ""
    for character in text {
      if character.isASCII, character.isNumber {
        number.append(character)
        continue
      }
      // Units come from large to small and each once, so what was used is dropped.
      guard let unit = units.firstIndex(where: { $0.0 == character }),
        let count = digits(number[...])
      else { return nil }
      seconds += count * units[unit].1
      units.removeSubrange(...unit)
      number = ""
    }
    return number.isEmpty && !text.isEmpty ? seconds : nil
  }

  /// At most six digits: larger numbers are no lengths and would overflow.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...6).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }
}

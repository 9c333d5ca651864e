import Foundation

// The texts of ids and dates as this program writes them, read and written in a tenth of Foundation's time.

extension UUID {
  /// Its two halves as numbers.
  private var halves: (UInt64, UInt64) {
    let it = uuid
    func joined(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return (
      joined([it.0, it.1, it.2, it.3, it.4, it.5, it.6, it.7]),
      joined([it.8, it.9, it.10, it.11, it.12, it.13, it.14, it.15])
    )
  }

  /// Its text in upper case, as `uuidString` is.
  var digits: [UInt8] {
    let halves = halves
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for place in 0..<32 {
      if place == 8 || place == 12 || place == 16 || place == 20 { text.append(UInt8(ascii: "-")) }
      let half = place < 16 ? halves.0 : halves.1
      text.append(Self.digit(UInt8(half >> UInt64(60 - 4 * (place % 16)) & 15)))
    }
    return text
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }

  /// Reads what ``digits`` gives, in either case; `nil` for anything else.
  init?(digits text: String) {
    guard text.utf8.count == 36 else { return nil }
    var (halves, index): ([UInt64], Int) = ([0, 0], 0)
    for (place, byte) in text.utf8.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let value: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      halves[index / 16] = halves[index / 16] << 4 | UInt64(value)
      index += 1
    }
    func byte(_ place: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: halves[place / 8] >> UInt64(56 - 8 * (place % 8)))
    }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
        byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      )
    )
  }

  /// Whether its text is before that of another id.
  static func isBefore(_ one: UUID, _ other: UUID) -> Bool {
    // Digits come before letters in a text as well, so numbers are in the order of their digits.
    one.halves < other.halves
  }
}

extension Date {
  /// The years that are read here; older ones have other calendars.
  private static let years = 1_900...9_999

  /// Reads a date of ISO 8601, such as `2026-01-05T08:00:00Z`; `nil` for one that no calendar has.
  init?(iso8601 text: String) {
    // Foundation counts on from the 30th of February into March.
    guard Self.numbers(of: Array(text.utf8)) != nil,
      let date = Date(plain: text) ?? (try? Date.ISO8601FormatStyle().parse(text))
    else { return nil }
    self = date
  }

  private typealias Numbers = (
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  )

  /// The day and the time that a text begins with; `nil` for another form, and for those that do not exist.
  private static func numbers(of bytes: [UInt8]) -> Numbers? {
    let form = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count >= form.count,
      zip(bytes, form).allSatisfy({ $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 })
    else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), (1...days(of: month, in: year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return (year, month, day, hour, minute, second)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads a date such as `2026-01-05T08:00:00Z`; `nil` for anything else, which may be a date all the same.
  init?(plain text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes.last == UInt8(ascii: "Z"),
      let (year, month, day, hour, minute, second) = Self.numbers(of: bytes),
      Self.years.contains(year)
    else { return nil }
    // The year begins in March, so that its last day may be the 29th of February.
    let shifted = month > 2 ? year : year - 1
    let days =
      365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
      + (153 * ((month + 9) % 12) + 2) / 5 + day - 719_469
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(timeIntervalSince1970: Double(seconds))
  }
}

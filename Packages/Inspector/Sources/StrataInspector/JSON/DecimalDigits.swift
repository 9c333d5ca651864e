/// Whole numbers as decimal text, without a `String` in between.
enum DecimalDigits {
  /// How many digits a number has.
  // Comparisons with constants. A table of powers is loaded, and checked for its bounds.
  @inline(__always)
  static func count(_ number: UInt64) -> Int {
    if number < 10_000 {
      return number < 100 ? (number < 10 ? 1 : 2) : number < 1_000 ? 3 : 4
    }
    if number < 100_000_000 {
      return number < 1_000_000 ? (number < 100_000 ? 5 : 6) : number < 10_000_000 ? 7 : 8
    }
    return longCount(number)
  }

  /// How many digits a number has that is 100,000,000 or more.
  @inline(__always)
  private static func longCount(_ number: UInt64) -> Int {
    var (limit, count) = (1_000_000_000 as UInt64, 9)
    while number >= limit, count < 20 {
      limit &*= 10
      count += 1
    }
    return count
  }

  /// How many digits a number has that is not negative.
  @inline(__always)
  static func count(_ number: Int) -> Int { count(UInt64(number)) }

  /// Appends the digits of a number.
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    let end = bytes.count + count(number)
    while bytes.count < end { bytes.append(UInt8(ascii: "0")) }
    var index = end
    repeat {
      index -= 1
      bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }
}

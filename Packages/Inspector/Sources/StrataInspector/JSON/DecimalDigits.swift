/// Whole numbers as decimal text, without a `String` in between.
enum DecimalDigits {
  private static let powers: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  /// How many digits a number has.
  @inline(__always)
  static func count(_ number: UInt64) -> Int {
    if number < 10 { return 1 }
    if number < 100 { return 2 }
    // 1233 / 4096 is the logarithm of 2, a little too small.
    let guess = ((64 - number.leadingZeroBitCount) * 1233) >> 12
    return number < powers[guess] ? guess : guess + 1
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

/// Reads one value of JSON from bytes.
///
/// Any bytes give a value or an error: nesting and the number of values are bounded, and nothing is read twice.
struct JSONParser {
  /// How much one text may hold.
  struct Limits {
    var depth = 512
    var values = 2_000_000
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depthLeft: Int
  private var valuesLeft: Int

  private init(_ bytes: ArraySlice<UInt8>, _ limits: Limits) {
    self.bytes = bytes
    index = bytes.startIndex
    depthLeft = limits.depth
    valuesLeft = limits.values
  }

  /// Reads the one value that a text consists of.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - limits: How much it may hold.
  /// - Returns: The value.
  /// - Throws: ``JSONParseError``, with the offset from the beginning of the text.
  static func value(
    of bytes: ArraySlice<UInt8>,
    limits: Limits = Limits()
  ) throws(JSONParseError) -> JSONValue {
    var values = 0
    return try value(of: bytes, limits: limits, addingTo: &values)
  }

  /// The same, and counts the values that are in it, itself included.
  static func value(
    of bytes: ArraySlice<UInt8>,
    limits: Limits,
    addingTo values: inout Int
  ) throws(JSONParseError) -> JSONValue {
    var parser = JSONParser(bytes, limits)
    let value = try parser.value()
    parser.skipSpace()
    if parser.index < bytes.endIndex { throw parser.error("something follows the value") }
    values += limits.values - parser.valuesLeft
    return value
  }

  // MARK: Values

  private mutating func value() throws(JSONParseError) -> JSONValue {
    guard valuesLeft > 0 else { throw error("there are too many values") }
    valuesLeft -= 1
    skipSpace()
    switch peek() {
    case nil: throw error("the text ends where a value is expected")
    case openBrace?: return try object()
    case openBracket?: return try array()
    case quote?: return .string(try string())
    case UInt8(ascii: "t")?: return try word("true", .bool(true))
    case UInt8(ascii: "f")?: return try word("false", .bool(false))
    case UInt8(ascii: "n")?: return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSONParseError) -> JSONValue {
    try enter()
    var object = JSONObject()
    skipSpace()
    if take(closeBrace) { return leave(.object(object)) }
    while true {
      skipSpace()
      guard peek() == quote else { throw error("a member's name is expected") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is expected") }
      object[name] = try value()
      skipSpace()
      if take(closeBrace) { return leave(.object(object)) }
      guard take(comma) else { throw error("a comma or the object's end is expected") }
    }
  }

  private mutating func array() throws(JSONParseError) -> JSONValue {
    try enter()
    var array: [JSONValue] = []
    skipSpace()
    if take(closeBracket) { return leave(.array(array)) }
    while true {
      array.append(try value())
      skipSpace()
      if take(closeBracket) { return leave(.array(array)) }
      guard take(comma) else { throw error("a comma or the array's end is expected") }
    }
  }

  private mutating func enter() throws(JSONParseError) {
    guard depthLeft > 0 else { throw error("the values are nested too deeply") }
    depthLeft -= 1
    index += 1
  }

  private mutating func leave(_ value: JSONValue) -> JSONValue {
    depthLeft += 1
    return value
  }

  private mutating func word(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(JSONParseError) -> JSONValue {
    let length = word.utf8CodeUnitCount
    guard bytes.endIndex - index >= length,
      "\(word)".utf8.elementsEqual(bytes[index..<index + length])
    else { throw error("an unknown word") }
    index += length
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONParseError) -> JSONValue {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let isZero = peek() == UInt8(ascii: "0")
    let digits = takeDigits()
    guard digits > 0, !isZero || digits == 1 else { throw error("a value is expected") }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard takeDigits() > 0 else { throw error("a digit is expected") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard takeDigits() > 0 else { throw error("a digit is expected") }
    }
    if isWhole, let number = wholeNumber(from: start) { return number }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw error("a number is too large") }
    return .number(number)
  }

  /// The whole number that ends here; `nil` if 64 bits do not hold it.
  private func wholeNumber(from start: Int) -> JSONValue? {
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    for byte in bytes[(isNegative ? start + 1 : start)..<index] {
      let (tens, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !isSumTooLarge else { return nil }
      magnitude = sum
    }
    if isNegative {
      guard magnitude <= Int64.min.magnitude else { return nil }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map(JSONValue.integer) ?? .unsigned(magnitude)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while let byte = peek(), (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  // MARK: Strings

  private mutating func string() throws(JSONParseError) -> String {
    index += 1
    let start = index
    while let byte = peek(), byte != quote, byte != backslash, byte > 0x1F { index += 1 }
    if peek() == quote {
      defer { index += 1 }
      return try text(of: bytes[start..<index])
    }
    var content = Array(bytes[start..<index])
    while let byte = peek() {
      index += 1
      switch byte {
      case quote: return try text(of: content[...])
      case backslash: try escape(&content)
      case 0..<0x20: throw error("a control character is in a string")
      default: content.append(byte)
      }
    }
    throw error("the text ends in a string")
  }

  private func text(of content: ArraySlice<UInt8>) throws(JSONParseError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw error("a string is not UTF-8")
    }
    return text
  }

  private mutating func escape(_ content: inout [UInt8]) throws(JSONParseError) {
    guard let byte = peek() else { throw error("the text ends in a string") }
    index += 1
    switch byte {
    case quote, backslash, UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: String(try character()).utf8)
    default: throw error("an unknown escape")
    }
  }

  /// The character behind `\u`; half of a pair stands for U+FFFD.
  private mutating func character() throws(JSONParseError) -> Character {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    let start = index
    guard first < 0xDC00, take(backslash), take(UInt8(ascii: "u")) else {
      index = start
      return "\u{FFFD}"
    }
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second) else {
      index = start
      return "\u{FFFD}"
    }
    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}"
  }

  private mutating func unit() throws(JSONParseError) -> UInt32 {
    guard bytes.endIndex - index >= 4 else { throw error("the text ends in a string") }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("a hexadecimal digit is expected")
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  // MARK: Bytes

  private func peek() -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private func error(_ message: String) -> JSONParseError {
    JSONParseError(offset: index - bytes.startIndex, message: message)
  }
}

/// What is wrong with a text that should be JSON.
struct JSONParseError: Error, Hashable, CustomStringConvertible {
  /// Where it is, in bytes from the beginning.
  let offset: Int
  let message: String

  var description: String { "The line is not JSON: \(message), at byte \(offset)." }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let comma = UInt8(ascii: ",")
private let openBrace = UInt8(ascii: "{")
private let closeBrace = UInt8(ascii: "}")
private let openBracket = UInt8(ascii: "[")
private let closeBracket = UInt8(ascii: "]")

/// Scans JSON without storing it; see ``JSONSyntax``.
struct JSONScanner {
  /// The element that may come next.
  private enum Expectation {
    /// A value: at the start, after a colon, after a comma of an array.
    case value
    /// A value or the end of the array that just began.
    case valueOrEnd
    /// A key: after a comma of an object.
    case key
    /// A key or the end of the object that just began.
    case keyOrEnd
    /// A comma or the end of the innermost array or object; at the outside, the end of the text.
    case separator
  }

  let bytes: [UInt8]
  private(set) var position = 0
  /// The open brackets; `true` is an object.
  private var open: [Bool] = []
  private let bounds: JSONBounds
  private var values = 0

  init(bytes: [UInt8], bounds: JSONBounds) {
    self.bytes = bytes
    self.bounds = bounds
    // The scanner skips a byte order mark, as decoders do.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Scans to the end.
  ///
  /// - Returns: The fault at ``position``, or `nil`.
  mutating func scan() -> String? {
    var expected = Expectation.value
    while true {
      skipSpace()
      guard position < bytes.count else {
        return open.isEmpty && expected == .separator ? nil : "the text ends too early"
      }
      if open.isEmpty, expected == .separator { return "there is text after the end" }
      if let message = step(&expected) { return message }
    }
  }

  private mutating func step(_ expected: inout Expectation) -> String? {
    let byte = bytes[position]
    switch (expected, byte) {
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")):
      close(&expected)
      return nil
    case (.separator, UInt8(ascii: "]")) where open.last == false,
      (.separator, UInt8(ascii: "}")) where open.last == true:
      close(&expected)
      return nil
    case (.separator, UInt8(ascii: ",")):
      position += 1
      expected = open.last == true ? .key : .value
      return nil
    case (.separator, _):
      return "expected \",\" or \"\(open.last == true ? "}" : "]")\""
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      return key(&expected)
    case (.key, _), (.keyOrEnd, _):
      return "expected a key in quotation marks"
    case (.value, _), (.valueOrEnd, _):
      return value(byte, &expected)
    }
  }

  private mutating func close(_ expected: inout Expectation) {
    position += 1
    open.removeLast()
    expected = .separator
  }

  private mutating func key(_ expected: inout Expectation) -> String? {
    let start = position
    if let message = string() { return message }
    if position - start > bounds.keyLength + 2 {
      position = start
      return "a key has more than \(bounds.keyLength) bytes"
    }
    skipSpace()
    guard position < bytes.count else { return "the text ends too early" }
    guard bytes[position] == UInt8(ascii: ":") else { return "expected \":\"" }
    position += 1
    expected = .value
    return nil
  }

  private mutating func value(_ byte: UInt8, _ expected: inout Expectation) -> String? {
    expected = .separator
    values += 1
    if values > bounds.values { return "there are more than \(bounds.values) values" }
    switch byte {
    case UInt8(ascii: "{"):
      expected = .keyOrEnd
      return begin(isObject: true)
    case UInt8(ascii: "["):
      expected = .valueOrEnd
      return begin(isObject: false)
    case UInt8(ascii: "\""): return text()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func begin(isObject: Bool) -> String? {
    if open.count == bounds.depth {
      return "there are more than \(bounds.depth) brackets inside one another"
    }
    position += 1
    open.append(isObject)
    return nil
  }

  private mutating func text() -> String? {
    let start = position
    if let message = string() { return message }
    guard position - start > bounds.textLength + 2 else { return nil }
    position = start
    return "a text has more than \(bounds.textLength) bytes"
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func word(_ word: StaticString) -> String? {
    for byte in word.description.utf8 {
      guard position < bytes.count else { return "the text ends too early" }
      guard bytes[position] == byte else { return "expected a value" }
      position += 1
    }
    return nil
  }

  private mutating func number() -> String? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        position += 1
      default:
        return checkNumber(from: start)
      }
    }
    return checkNumber(from: start)
  }

  private mutating func checkNumber(from start: Int) -> String? {
    if position - start > 400 {
      position = start
      return "a number has more than 400 digits"
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let startsRight = body.first.map { $0.isASCII && $0.isNumber } ?? false
    let hasLeadingZero = body.hasPrefix("0") && (body.dropFirst().first?.isNumber ?? false)
    if startsRight, !hasLeadingZero, !body.hasSuffix("."), Double(text) != nil { return nil }
    position = start
    return "expected a value"
  }

  private mutating func string() -> String? {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return nil
      case UInt8(ascii: "\\"):
        if let message = escape() { return message }
      case 0..<0x20:
        return "a text in quotation marks holds a control character or does not end"
      default:
        position += 1
      }
    }
    return "the text ends too early"
  }

  private mutating func escape() -> String? {
    guard position + 1 < bytes.count else {
      position = bytes.count
      return "the text ends too early"
    }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      let digits = bytes[(position + 2)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
      else { return "\"\\u\" needs four hexadecimal digits" }
      position += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    default:
      return "\"\\\" begins no escape here"
    }
    return nil
  }
}

/// Why a line cannot be read.
struct LineFault: Error, Hashable, Sendable {
  /// The number of bytes in front of the fault.
  let position: Int
  let message: String
}

extension String {
  /// Its beginning, for a message; a single character may have any number of bytes.
  var beginning: String { String(unicodeScalars.prefix(40)) }
}

/// Reads JSON of one line from left to right.
///
/// A decoder for all kinds of values takes many times as long; a board's file is read by each command.
struct LineScanner {
  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private var position: Int
  private var depth = 0

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    start = line.lowerBound
    end = line.upperBound
    position = line.lowerBound
  }

  func fault(_ message: String) -> LineFault {
    LineFault(position: position - start, message: message)
  }

  private mutating func skipSpaces() {
    while position < end,
      bytes[position] == 0x20 || bytes[position] == 0x09 || bytes[position] == 0x0D
    {
      position += 1
    }
  }

  /// The next byte behind spaces; 0 at the end.
  private mutating func peek() -> UInt8 {
    skipSpaces()
    return position < end ? bytes[position] : 0
  }

  private mutating func take(_ byte: UInt8) throws(LineFault) {
    guard peek() == byte, position < end else {
      throw fault(
        position >= end
          ? "the line ends too early" : "expected \"\(Character(Unicode.Scalar(byte)))\""
      )
    }
    position += 1
  }

  /// Looks whether nothing follows.
  mutating func finish() throws(LineFault) {
    _ = peek()
    guard position == end else { throw fault("there is text after the end") }
  }

  /// Reads an object; the closure reads the value of the key that it is given.
  mutating func object(
    _ body: (inout LineScanner, String) throws(LineFault) -> Void
  ) throws(LineFault) {
    try enter(UInt8(ascii: "{"))
    if peek() != UInt8(ascii: "}") {
      while true {
        let key = try text()
        try take(UInt8(ascii: ":"))
        try body(&self, key)
        guard peek() == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    try take(UInt8(ascii: "}"))
    depth -= 1
  }

  /// Reads an array; the closure reads one element.
  mutating func array(
    _ body: (inout LineScanner) throws(LineFault) -> Void
  ) throws(LineFault) {
    try enter(UInt8(ascii: "["))
    if peek() != UInt8(ascii: "]") {
      while true {
        try body(&self)
        guard peek() == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    try take(UInt8(ascii: "]"))
    depth -= 1
  }

  private mutating func enter(_ bracket: UInt8) throws(LineFault) {
    guard depth < 16 else { throw fault("there are too many brackets inside one another") }
    depth += 1
    try take(bracket)
  }

  /// Reads a whole number.
  mutating func number() throws(LineFault) -> Int {
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let first = position
    var value = 0
    while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      let (product, tooMuch) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = product.addingReportingOverflow(Int(bytes[position] - 48))
      guard !tooMuch, !overflow else { throw fault("the number is too large") }
      value = sum
      position += 1
    }
    guard position > first else { throw fault("expected a whole number") }
    return isNegative ? -value : value
  }

  /// Reads `true` or `false`.
  mutating func bool() throws(LineFault) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw fault("expected true or false")
  }

  /// Reads a value, or `null`.
  mutating func optional<Value>(
    _ body: (inout LineScanner) throws(LineFault) -> Value
  ) throws(LineFault) -> Value? {
    takeWord("null") ? nil : try body(&self)
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    _ = peek()
    let word = Array(word.description.utf8)
    guard end - position >= word.count, bytes[position..<(position + word.count)] == word[...]
    else { return false }
    position += word.count
    return true
  }

  /// Reads a text.
  mutating func text() throws(LineFault) -> String {
    try take(UInt8(ascii: "\""))
    let first = position
    var all: UInt8 = 0
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let text = try text(first..<position, isASCII: all < 0x80)
        position += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try escapedText(from: first) }
      guard byte >= 0x20 else { throw fault("a text has a control character") }
      all |= byte
      position += 1
    }
    throw fault("the line ends too early")
  }

  /// The text of some bytes; looking at each costs several times as much as taking them as they are.
  private func text(_ range: Range<Int>, isASCII: Bool) throws(LineFault) -> String {
    if isASCII {
      // SAFETY: the bytes are there until the closure returns.
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        let part = unsafe UnsafeBufferPointer(rebasing: unsafe bytes[range])
        return unsafe String(decoding: part, as: UTF8.self)
      }
    }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw fault("the text is not UTF-8")
    }
    return text
  }

  private mutating func escapedText(from first: Int) throws(LineFault) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(position - first + 40)
    text += bytes[first..<position]
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw fault("a text has a control character")
      default: text.append(byte)
      }
    }
    throw fault("the line ends too early")
  }

  private mutating func escape(into text: inout [UInt8]) throws(LineFault) {
    guard position < end else { throw fault("the line ends too early") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar())).utf8)
    default: throw fault("there is no escape sequence of this kind")
    }
  }

  private mutating func scalar() throws(LineFault) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), position + 1 < end, bytes[position] == 0x5C,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw fault("half of a character is missing") }
    position += 2
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault("half of a character is missing") }
    return scalar
  }

  private mutating func unit() throws(LineFault) -> UInt32 {
    guard position + 4 <= end else { throw fault("the line ends too early") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

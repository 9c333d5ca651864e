/// Why a JSON text cannot be read.
public struct JSONFault: Error, Hashable, Sendable {
  /// The kind of a fault.
  public enum Reason: Hashable, Sendable {
    /// The text is not JSON, or holds what the caller does not accept.
    case text
    /// The value is another one than was asked for.
    case kind
    /// The value is of the right kind, and none that can be.
    case value
    /// An object lacks a key.
    case missingKey
  }

  /// A step of the way to a value.
  public enum Step: Hashable, Sendable {
    /// The value of a key.
    case key(String)
    /// The element of an array.
    case index(Int)
  }

  /// The kind of the fault.
  public let reason: Reason
  /// The number of bytes in front of it.
  public let position: Int
  /// The fault, as a part of a sentence.
  public let message: String
  /// The way to the value from the outermost one.
  public let path: [Step]

  init(reason: Reason, position: Int, message: String, path: [Step]) {
    self.reason = reason
    self.position = position
    self.message = message
    self.path = path
  }

  /// Makes the fault of a whole text.
  ///
  /// - Parameter message: The fault, as a part of a sentence.
  public init(_ message: String) {
    self.init(reason: .text, position: 0, message: message, path: [])
  }
}

/// Reads JSON from left to right, and stores no values.
///
/// A decoder for all kinds of values takes many times as long, and many times the memory of the text.
public struct JSONReader: Sendable {
  /// A part of the path; texts are made only when they are needed.
  private enum Step {
    case key(Range<Int>)
    case index(Int)
  }

  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private let depth: Int
  private let prefix: [JSONFault.Step]
  private var path: [Step] = []
  /// The number of bytes that were read, before the range included.
  private(set) var position: Int

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - bytes: Bytes with the text among them.
  ///   - range: The place of the text; all bytes unless it is given. A byte order mark at its beginning is skipped.
  ///   - prefix: The way to the text, where it is a part of another.
  ///   - depth: How many arrays and objects may lie inside one another.
  public init(
    _ bytes: [UInt8],
    _ range: Range<Int>? = nil,
    inside prefix: [JSONFault.Step] = [],
    depth: Int = 16
  ) {
    let range = range ?? bytes.indices
    self.bytes = bytes
    self.depth = depth
    self.prefix = prefix
    start = range.lowerBound
    end = range.upperBound
    position = start
    if bytes[range].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
  }

  /// Makes the fault of the value that is being read.
  ///
  /// - Parameters:
  ///   - message: The fault, as a part of a sentence.
  ///   - reason: The kind of the fault.
  /// - Returns: The fault.
  public func fault(_ message: String, _ reason: JSONFault.Reason = .text) -> JSONFault {
    let steps = path.map { step -> JSONFault.Step in
      switch step {
      case .key(let range): .key(String(decoding: bytes[range], as: UTF8.self))
      case .index(let index): .index(index)
      }
    }
    return JSONFault(
      reason: reason,
      position: position - start,
      message: message,
      path: prefix + steps
    )
  }

  /// Looks whether nothing follows.
  ///
  /// - Throws: ``JSONFault``.
  public mutating func finish() throws(JSONFault) {
    _ = peek()
    guard position == end else { throw fault("there is text after the end") }
  }

  /// Reads an object.
  ///
  /// - Parameter body: Reads the value of the key that it is given.
  /// - Throws: ``JSONFault``, also that of `body`.
  public mutating func object(
    _ body: (inout JSONReader, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(UInt8(ascii: "{"), "expected an object")
    if peek() != UInt8(ascii: "}") {
      while true {
        let place = peek() == UInt8(ascii: "\"") ? position + 1 : position
        let key = try text()
        path.append(.key(place..<max(place, position - 1)))
        try take(UInt8(ascii: ":"))
        try body(&self, key)
        path.removeLast()
        guard peek() == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    try take(UInt8(ascii: "}"))
  }

  /// Reads an array.
  ///
  /// - Parameter body: Reads one element.
  /// - Throws: ``JSONFault``, also that of `body`.
  public mutating func array(
    _ body: (inout JSONReader) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(UInt8(ascii: "["), "expected an array")
    var index = 0
    if peek() != UInt8(ascii: "]") {
      while true {
        path.append(.index(index))
        try body(&self)
        path.removeLast()
        index += 1
        guard peek() == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    try take(UInt8(ascii: "]"))
  }

  private mutating func enter(_ bracket: UInt8, _ message: String) throws(JSONFault) {
    guard peek() == bracket else { throw fault(message, .kind) }
    guard path.count < depth else { throw fault("there are too many brackets inside one another") }
    position += 1
  }

  /// Reads `true` or `false`.
  ///
  /// - Returns: The value.
  /// - Throws: ``JSONFault``.
  public mutating func bool() throws(JSONFault) -> Bool {
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    throw fault("expected true or false", .kind)
  }

  /// Reads a value, or `null`.
  ///
  /// - Parameter body: Reads the value.
  /// - Returns: The value; `nil` for `null`.
  /// - Throws: ``JSONFault``, also that of `body`.
  public mutating func optional<Value>(
    _ body: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value? {
    takeWord("null") ? nil : try body(&self)
  }

  /// Passes over a value of any kind.
  ///
  /// - Returns: Its bytes.
  /// - Throws: ``JSONFault``.
  @discardableResult
  public mutating func skip() throws(JSONFault) -> Range<Int> {
    let first = peek()
    let place = position
    switch first {
    case UInt8(ascii: "{"): try object { reader, _ throws(JSONFault) in try reader.skip() }
    case UInt8(ascii: "["): try array { reader throws(JSONFault) in try reader.skip() }
    case UInt8(ascii: "\""): try skipText()
    default:
      while position < end, !Self.endsWord(bytes[position]) { position += 1 }
      guard position > place else { throw fault("expected a value") }
    }
    return place..<position
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  private mutating func skipText() throws(JSONFault) {
    position += 1
    while position < end {
      let byte = bytes[position]
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    position = end
    throw fault("the text ends too early")
  }
}

extension JSONReader {
  /// Reads a whole number.
  ///
  /// - Returns: The number; that of `9e2` is 900.
  /// - Throws: ``JSONFault``.
  public mutating func number() throws(JSONFault) -> Int {
    let isNegative = peek() == UInt8(ascii: "-")
    let beginning = position
    if isNegative { position += 1 }
    let first = position
    var value = 0
    while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      let (product, tooMuch) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(bytes[position] - 48)
      let (sum, overflow) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !tooMuch, !overflow else { throw fault("the number is too large", .value) }
      value = sum
      position += 1
    }
    guard position > first else { throw fault("expected a whole number", .kind) }
    guard position < end, ".eE".utf8.contains(bytes[position]) else { return value }
    while position < end, !Self.endsWord(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[beginning..<position], as: UTF8.self)
    guard let number = Double(text), let whole = Int(exactly: number) else {
      throw fault("expected a whole number", .value)
    }
    return whole
  }

  /// Reads a text.
  ///
  /// - Returns: The text.
  /// - Throws: ``JSONFault``.
  public mutating func text() throws(JSONFault) -> String {
    guard peek() == UInt8(ascii: "\""), position < end else {
      throw fault(position < end ? "expected \"\"\"" : "the text ends too early", .kind)
    }
    position += 1
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
    throw fault("the text ends too early")
  }

  /// The text of some bytes; looking at each costs several times as much as taking them as they are.
  private func text(_ range: Range<Int>, isASCII: Bool) throws(JSONFault) -> String {
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

  private mutating func escapedText(from first: Int) throws(JSONFault) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(position - first + 40)
    text += bytes[first..<position]
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw fault("a text has a control character")
      default: text.append(byte)
      }
    }
    throw fault("the text ends too early")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard position < end else { throw fault("the text ends too early") }
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

  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), position + 1 < end, bytes[position] == 0x5C,
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw fault("half of a character is missing", .value) }
    position += 2
    let second = try unit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault("half of a character is missing", .value) }
    return scalar
  }

  private mutating func unit() throws(JSONFault) -> UInt32 {
    guard position + 4 <= end else { throw fault("the text ends too early") }
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

  /// The next byte behind whitespace; 0 at the end.
  private mutating func peek() -> UInt8 {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return bytes[position]
      }
    }
    return 0
  }

  private mutating func take(_ byte: UInt8) throws(JSONFault) {
    guard peek() == byte, position < end else {
      throw fault(
        position < end
          ? "expected \"\(Character(Unicode.Scalar(byte)))\"" : "the text ends too early"
      )
    }
    position += 1
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    _ = peek()
    let word = Array(word.description.utf8)
    guard end - position >= word.count, bytes[position..<(position + word.count)] == word[...]
    else { return false }
    position += word.count
    return true
  }
}

public import Foundation

/// Writes JSON into bytes.
///
/// The encoder of Foundation keeps a tree of all values until it writes them, which takes some ten times the bytes
/// of the text. This writer keeps the text alone, or the part of it that was not taken yet. The caller gives keys
/// in the order that it wants, and exactly one value for each key and each element.
public struct JSONWriter: Sendable {
  /// The whitespace and the escapes of a text.
  public enum Style: Sendable {
    /// Each element on a line of its own, two spaces a level; as Foundation's encoder writes it without escaped
    /// slashes.
    case indented
    /// Without whitespace; slashes are escaped, as Foundation's encoder does.
    case compact
    /// Without whitespace, for values that are lines; the delete character is escaped, and slashes are not.
    case lines
  }

  /// How many bytes are gathered before they are worth taking.
  public static let piece = 1 << 16

  private let style: Style
  private var data = Data()
  /// The end of the text: appending to an array is faster than to `Data`.
  private var end: [UInt8] = []
  private var depth = 0
  /// How many values there are so far, arrays and objects included.
  public private(set) var values = 0
  /// Whether the innermost array or object has no element yet.
  private var isEmpty = true

  /// Makes a writer without text.
  public init(_ style: Style = .indented) { self.style = style }

  /// Writes an object.
  ///
  /// - Parameter body: Writes its keys, each with its value.
  /// - Throws: The error of `body`.
  public mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    open("{")
    try body(&self)
    close("}")
  }

  /// Writes an array.
  ///
  /// - Parameters:
  ///   - elements: Its elements, in their order.
  ///   - body: Writes an element.
  /// - Throws: The error of `body`.
  public mutating func array<Elements: Sequence, Failure: Error>(
    _ elements: Elements,
    _ body: (inout JSONWriter, Elements.Element) throws(Failure) -> Void
  ) throws(Failure) {
    open("[")
    for element in elements {
      separate()
      try body(&self, element)
    }
    // An empty array has an empty line, as that of the encoder.
    if isEmpty, style == .indented { append("\n") }
    close("]")
  }

  /// Writes a key; a value has to follow.
  public mutating func key(_ key: StaticString) {
    separate()
    append("\"")
    append(key)
    append(style == .indented ? "\" : " : "\":")
  }

  /// Writes a text.
  public mutating func text(_ text: String) {
    values += 1
    append("\"")
    for byte in text.utf8 { append(escaping: byte) }
    append("\"")
  }

  /// Writes a number.
  public mutating func number(_ number: Int) {
    values += 1
    end.append(contentsOf: String(number).utf8)
  }

  /// Writes a truth value.
  public mutating func bool(_ value: Bool) {
    values += 1
    append(value ? "true" : "false")
  }

  /// Writes that there is nothing.
  public mutating func null() {
    values += 1
    append("null")
  }

  /// Writes a text that needs no escapes.
  ///
  /// - Parameter ascii: Characters of ASCII; control characters, quotation marks and backslashes are none of them.
  public mutating func plain(_ ascii: [UInt8]) {
    values += 1
    append("\"")
    end.append(contentsOf: ascii)
    append("\"")
  }

  /// Ends a line, behind a value that stands in nothing else.
  public mutating func endLine() {
    append("\n")
    gather()
  }

  /// Takes the text so far, once it is worth a call of the system.
  ///
  /// - Returns: The bytes since the last ones that were taken; `nil` while they are few.
  public mutating func takePiece() -> Data? {
    guard data.count + end.count >= Self.piece else { return nil }
    return takeAll()
  }

  /// The text that was not taken, with a newline at its end if it is indented.
  public consuming func finished() -> Data {
    if style == .indented { append("\n") }
    return takeAll()
  }

  private mutating func takeAll() -> Data {
    data.append(contentsOf: end)
    end.removeAll(keepingCapacity: true)
    defer { data = Data() }
    return data
  }

  private mutating func open(_ bracket: StaticString) {
    values += 1
    append(bracket)
    depth += 1
    isEmpty = true
  }

  private mutating func close(_ bracket: StaticString) {
    depth -= 1
    beginLine()
    append(bracket)
    isEmpty = false
  }

  private mutating func separate() {
    if !isEmpty { append(",") }
    isEmpty = false
    beginLine()
  }

  private mutating func gather() {
    guard end.count > Self.piece else { return }
    data.append(contentsOf: end)
    end.removeAll(keepingCapacity: true)
  }

  private mutating func beginLine() {
    gather()
    guard style == .indented else { return }
    append("\n")
    end.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func append(_ text: StaticString) {
    // SAFETY: as many bytes are read as the text has, which is there for as long as the program.
    text.withUTF8Buffer { unsafe end.append(contentsOf: $0) }
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "/") where style == .compact: append("\\/")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0x7F where style != .lines: end.append(byte)
    case 0..<0x20, 0x7F:
      append("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      end.append(digits[Int(byte >> 4)])
      end.append(digits[Int(byte & 15)])
    default: end.append(byte)
    }
  }
}

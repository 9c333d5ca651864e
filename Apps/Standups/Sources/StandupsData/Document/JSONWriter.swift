package import Foundation

/// Writes JSON into bytes as the encoder of Foundation does.
///
/// The encoder of Foundation keeps a tree of all values until it writes them, which takes some ten times the bytes
/// of the text. This writer keeps the text alone. The caller gives keys in sorted order.
package struct JSONWriter: Sendable {
  /// How an encoder writes.
  package enum Style: Sendable {
    /// Each element on a line of its own, two spaces a level; slashes are not escaped.
    case indented
    /// Without whitespace; slashes are escaped.
    case compact
  }

  private let style: Style
  private var data = Data()
  /// The end of the text: appending to an array is faster than to `Data`.
  private var end: [UInt8] = []
  private var depth = 0
  /// How many values there are so far, arrays and objects included.
  package private(set) var values = 0
  /// Whether the innermost array or object has no element yet.
  private var isEmpty = true

  package init(_ style: Style = .indented) { self.style = style }

  /// Writes an object.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  /// Writes an array.
  package mutating func array<Element>(
    _ elements: [Element],
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    open("[")
    for element in elements {
      separate()
      body(&self, element)
    }
    // An empty array has an empty line, as that of the encoder.
    if elements.isEmpty, style == .indented { append("\n") }
    close("]")
  }

  /// Writes a key; a value has to follow.
  package mutating func key(_ key: StaticString) {
    separate()
    append("\"")
    append(key)
    append(style == .indented ? "\" : " : "\":")
  }

  /// Writes a text.
  package mutating func text(_ text: String) {
    values += 1
    append("\"")
    for byte in text.utf8 { append(escaping: byte) }
    append("\"")
  }

  /// Writes a number.
  package mutating func number(_ number: Int) {
    values += 1
    end.append(contentsOf: String(number).utf8)
  }

  /// Writes a truth value.
  package mutating func bool(_ value: Bool) {
    values += 1
    append(value ? "true" : "false")
  }

  /// Writes an id.
  package mutating func id(_ id: UUID) {
    values += 1
    append("\"")
    end.append(contentsOf: id.digits)
    append("\"")
  }

  /// Writes a date in ISO 8601, in whole seconds.
  package mutating func date(_ date: Date) { text(date.formatted(.iso8601)) }

  /// The text, with a newline at its end if it has lines.
  package consuming func finished() -> Data {
    if style == .indented { append("\n") }
    data.append(contentsOf: end)
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

  private mutating func beginLine() {
    if end.count > 1 << 16 {
      data.append(contentsOf: end)
      end.removeAll(keepingCapacity: true)
    }
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
    case 0..<0x20:
      append("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      end.append(digits[Int(byte >> 4)])
      end.append(digits[Int(byte & 15)])
    default: end.append(byte)
    }
  }
}

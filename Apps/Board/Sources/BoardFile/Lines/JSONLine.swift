/// Writes JSON into bytes, without whitespace.
package struct JSONLine: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  /// Begins with room for so many bytes.
  init(reserving size: Int) { bytes.reserveCapacity(size) }

  /// Writes an object.
  package mutating func object(_ body: (inout JSONLine) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  /// Writes an array.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements,
    _ body: (inout JSONLine, Elements.Element) -> Void
  ) {
    open("[")
    for element in elements { body(&self, element) }
    close("]")
  }

  /// Writes a key; a value has to follow.
  package mutating func key(_ key: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(key)
    append("\":")
    needsComma = false
  }

  /// Writes a text.
  package mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { append(escaping: byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a number.
  package mutating func number(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes a truth value.
  package mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes that there is nothing.
  package mutating func null() {
    separate()
    append("null")
  }

  /// Ends a line.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func open(_ bracket: StaticString) {
    separate()
    append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: StaticString) {
    append(bracket)
    needsComma = true
  }

  private mutating func append(_ text: StaticString) {
    for byte in text.description.utf8 { bytes.append(byte) }
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: append("\\n")
    case 0..<0x20, 0x7F:
      append("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }
}

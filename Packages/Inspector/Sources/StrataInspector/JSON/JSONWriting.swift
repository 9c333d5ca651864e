extension JSONValue {
  /// The value as UTF-8 text on one line, without its end.
  ///
  /// - Complexity: O(size of the value).
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the value's text.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): JSONText.append(number, to: &bytes)
    case .unsigned(let number): bytes.append(contentsOf: "\(number)".utf8)
    case .number(let number): JSONText.append(number, to: &bytes)
    case .string(let text): JSONText.append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): members.write(to: &bytes)
    }
  }
}

extension JSONObject {
  /// Appends the object's text.
  func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in self {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      value.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as text on one line.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// Writes the parts of JSON that are no structure.
enum JSONText {
  /// Appends a whole number.
  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    DecimalDigits.append(number.magnitude, to: &bytes)
  }

  /// Appends a number; `inf`, `-inf` or `nan` in quotes.
  static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else { return append("\(number)", to: &bytes) }
    bytes.append(contentsOf: "\(number)".utf8)
  }

  /// Appends a text in quotes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    for byte in text.utf8 {
      if isLead(byte) {
        bytes.removeLast(bytes.count - start)
        appendScalars(text, to: &bytes)
        break
      }
      append(byte: byte, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a text has to be escaped scalar by scalar, because one of several bytes does something to a terminal.
  static func hasControls(_ text: String) -> Bool {
    text.utf8.contains(where: isLead) && text.unicodeScalars.contains(where: isControl)
  }

  /// Whether a control of several bytes may begin with a byte.
  @inline(__always)
  private static func isLead(_ byte: UInt8) -> Bool {
    byte >= 0xC2 && (byte == 0xC2 || byte == 0xD8 || byte == 0xE2)
  }

  /// Whether a scalar of several bytes controls a terminal, or the direction of what is shown.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func appendScalars(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        appendEscape(UInt16(scalar.value), to: &bytes)
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          append(byte: byte, to: &bytes)
        }
      }
    }
  }

  /// Appends one byte of a text.
  @inline(__always)
  static func append(byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(ascii: "n"))
    case 0x00..<0x20, 0x7F: appendEscape(UInt16(byte), to: &bytes)
    default: bytes.append(byte)
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(hexDigit(UInt8(unit >> shift & 15))) }
  }

  /// How many bytes ``append(byte:to:)`` appends.
  static func length(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A: 2
    case 0x00..<0x20, 0x7F: 6
    default: 1
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

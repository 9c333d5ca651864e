/// A number, a truth value, a short text or nothing, without an allocation.
///
/// A recorded write of one keeps it as it is, and makes text of it when the recording is read.
struct PlainValue: Sendable {
  enum Kind: UInt8, Sendable {
    case null
    case bool
    case integer
    case unsigned
    case number
    case text
  }

  /// The most bytes of UTF-8 that a text may have.
  static let longestText = 16

  let kind: Kind
  /// The number of bytes of a text.
  private var count: UInt8 = 0
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  private init(_ kind: Kind, _ low: UInt64 = 0) {
    self.kind = kind
    self.low = low
  }

  static let null = PlainValue(Kind.null)

  init(_ flag: Bool) { self.init(.bool, flag ? 1 : 0) }

  init(_ number: some FixedWidthInteger & SignedInteger) {
    self.init(.integer, UInt64(bitPattern: Int64(number)))
  }

  init(_ number: some FixedWidthInteger & UnsignedInteger) {
    let number = UInt64(number)
    self.init(number > UInt64(Int64.max) ? .unsigned : .integer, number)
  }

  /// A number; one that JSON does not have is a text.
  init(_ number: Double) {
    if number.isFinite {
      self.init(.number, number.bitPattern)
    } else {
      self.init(.text)
      add((number.isNaN ? "nan" : "\(number)").utf8)
    }
  }

  /// A text; `nil` for a long one, and for one that is not escaped byte by byte.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longestText, !JSONText.hasControls(text) else { return nil }
    self.init(.text)
    add(text.utf8)
  }

  /// The same value; `nil` for one that needs memory of its own.
  init?(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self.init(flag)
    case .integer(let number): self.init(number)
    case .unsigned(let number): self.init(number)
    case .number(let number):
      guard number.isFinite else { return nil }
      self.init(number)
    case .string(let text): self.init(text)
    case .array, .object: return nil
    }
  }

  private mutating func add(_ bytes: String.UTF8View) {
    for byte in bytes {
      if count < 8 {
        low |= UInt64(byte) &<< (UInt64(count) &* 8)
      } else {
        high |= UInt64(byte) &<< (UInt64(count &- 8) &* 8)
      }
      count &+= 1
    }
  }

  private func byte(_ index: UInt8) -> UInt8 {
    let word = index < 8 ? low : high
    return UInt8(truncatingIfNeeded: word &>> (UInt64(index & 7) &* 8))
  }

  /// A number that is the same for equal values, and never zero.
  var fingerprint: Int {
    // 0.0 and -0.0 are equal.
    let low = kind == .number && low &<< 1 == 0 ? 0 : low
    var mixed = (low ^ (high &* 0xD6E8_FEB8_6659_FD93)) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed &>> 32
    mixed = (mixed &+ UInt64(kind.rawValue) &+ UInt64(count) &<< 8) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (mixed ^ (mixed &>> 29)) | 1)
  }
}

extension PlainValue: Equatable {
  /// Whether the values have the same JSON.
  static func == (a: PlainValue, b: PlainValue) -> Bool {
    guard a.kind == b.kind else { return false }
    if a.kind == .number { return Double(bitPattern: a.low) == Double(bitPattern: b.low) }
    return a.low == b.low && a.high == b.high && a.count == b.count
  }
}

extension PlainValue {
  /// Appends the value as JSON, as ``JSONValue`` writes it.
  func write(to bytes: inout [UInt8]) {
    switch kind {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool: bytes.append(contentsOf: (low == 1 ? "true" : "false").utf8)
    case .integer: JSONText.append(Int64(bitPattern: low), to: &bytes)
    case .unsigned: bytes.append(contentsOf: "\(low)".utf8)
    case .number: JSONText.append(Double(bitPattern: low), to: &bytes)
    case .text:
      bytes.append(UInt8(ascii: "\""))
      for index in 0..<count { JSONText.append(byte: byte(index), to: &bytes) }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// How many bytes ``write(to:)`` appends.
  var length: Int {
    switch kind {
    case .null: 4
    case .bool: low == 1 ? 4 : 5
    case .integer:
      DecimalDigits.count(Int64(bitPattern: low).magnitude) + (Int64(bitPattern: low) < 0 ? 1 : 0)
    case .unsigned: DecimalDigits.count(low)
    case .number: "\(Double(bitPattern: low))".utf8.count
    case .text: textLength
    }
  }

  private var textLength: Int {
    var length = 2
    for index in 0..<count { length += JSONText.length(of: byte(index)) }
    return length
  }
}

/// How a slot's memory is read as a ``PlainValue``.
enum PlainType: Sendable {
  case int
  case bool
  case double
  case float
  case string
  case int64
  case int32
  case int16
  case int8
  case uint
  case uint64
  case uint32
  case uint16
  case uint8
  case optionalInt
  case optionalBool
  case optionalDouble
  case optionalString

  /// `nil` for a type whose values are encoded.
  ///
  /// Comparisons, the most frequent types first, because a table would have to hash the type at each write.
  @inline(__always)
  init?(_ type: Any.Type) {
    if type == Int.self {
      self = .int
    } else if type == String.self {
      self = .string
    } else if type == Bool.self {
      self = .bool
    } else if type == Double.self {
      self = .double
    } else {
      self.init(other: type)
    }
  }

  private init?(other type: Any.Type) {
    if type == Int?.self {
      self = .optionalInt
    } else if type == String?.self {
      self = .optionalString
    } else if type == Double?.self {
      self = .optionalDouble
    } else if type == Bool?.self {
      self = .optionalBool
    } else if type == Float.self {
      self = .float
    } else {
      self.init(number: type)
    }
  }

  private init?(number type: Any.Type) {
    if type == Int64.self {
      self = .int64
    } else if type == Int32.self {
      self = .int32
    } else if type == Int16.self {
      self = .int16
    } else if type == Int8.self {
      self = .int8
    } else if type == UInt.self {
      self = .uint
    } else if type == UInt64.self {
      self = .uint64
    } else if type == UInt32.self {
      self = .uint32
    } else if type == UInt16.self {
      self = .uint16
    } else if type == UInt8.self {
      self = .uint8
    } else {
      return nil
    }
  }

  /// The value in a slot's memory; `nil` for a long text.
  ///
  /// - Precondition: The memory has a value of this type.
  @unsafe
  func value(in memory: UnsafeRawPointer) -> PlainValue? {
    switch self {
    case .int: PlainValue(unsafe memory.load(as: Int.self))
    case .bool: PlainValue(unsafe memory.load(as: Bool.self))
    case .double: PlainValue(unsafe memory.load(as: Double.self))
    case .float: PlainValue(Double(unsafe memory.load(as: Float.self)))
    case .string: unsafe PlainValue(memory.assumingMemoryBound(to: String.self).pointee)
    case .int64: PlainValue(unsafe memory.load(as: Int64.self))
    case .int32: PlainValue(unsafe memory.load(as: Int32.self))
    case .int16: PlainValue(unsafe memory.load(as: Int16.self))
    case .int8: PlainValue(unsafe memory.load(as: Int8.self))
    case .uint: PlainValue(unsafe memory.load(as: UInt.self))
    case .uint64: PlainValue(unsafe memory.load(as: UInt64.self))
    case .uint32: PlainValue(unsafe memory.load(as: UInt32.self))
    case .uint16: PlainValue(unsafe memory.load(as: UInt16.self))
    case .uint8: PlainValue(unsafe memory.load(as: UInt8.self))
    case .optionalInt: unsafe memory.load(as: Int?.self).map { PlainValue($0) } ?? .null
    case .optionalBool: unsafe memory.load(as: Bool?.self).map { PlainValue($0) } ?? .null
    case .optionalDouble: unsafe memory.load(as: Double?.self).map { PlainValue($0) } ?? .null
    case .optionalString:
      if let text = unsafe memory.assumingMemoryBound(to: String?.self).pointee {
        PlainValue(text)
      } else {
        .null
      }
    }
  }
}

/// A value of JSON.
///
/// Whole numbers of up to 64 bits are exact. Numbers that JSON has not (`inf`, `nan`) are written as strings.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number past the largest `Int64`.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object(JSONObject)

  /// The value of a member, if this is an object that has it.
  ///
  /// - Parameter name: The member's name.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text, if this is one.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, if this is one that an `Int` holds.
  public var wholeNumber: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(exactly: number)
  }

  /// Whether this is `true`; `nil` for what is no truth value.
  public var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The members, if this is an object.
  public var members: JSONObject? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The elements, if this is an array.
  public var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// Whether this is an array or an object.
  var isNested: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}

extension JSONValue {
  /// Whether two values are the same, whatever the order of members.
  ///
  /// Texts are compared by their code points, as JSON does.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.unsigned(let one), .unsigned(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): Spelling.areSame(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object; of several members with one name the last counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members))
  }

  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// A whole number.
  init(_ number: some BinaryInteger) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else if let large = UInt64(exactly: number) {
      self = .unsigned(large)
    } else {
      self = .number(Double(number))
    }
  }
}

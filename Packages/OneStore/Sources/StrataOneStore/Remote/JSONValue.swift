import Foundation
import StrataExtensions

/// A value of JSON.
enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The value of a member, if this is an object that has it.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text, if this is one.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The whole number, if this is one.
  var wholeNumber: Int? {
    guard case .integer(let number) = self else { return nil }
    return Int(exactly: number)
  }
}

extension JSONValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// Reads one line.
  init(line: [UInt8]) throws {
    try self.init(data: Data(JSONNesting.checked(line)))
  }

  /// What a value is in JSON; `nil` if its type says nothing of that, or its encoding fails.
  init?(encoding value: some Sendable) {
    guard let value = value as? any Encodable, let data = try? Self.encoder.encode(value),
      let read = try? JSONValue(data: data)
    else { return nil }
    self = read
  }

  // Not by `JSONDecoder`: for each level it has to be asked what a value is not, and each answer describes the way to
  // the value. That takes 2 s for 500 levels, and 0.2 ms here.
  private init(data: Data) throws {
    try self.init(JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
  }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let elements as [Any]: self = .array(elements.map { JSONValue($0) })
    case let members as [String: Any]: self = .object(members.mapValues { JSONValue($0) })
    case let number as NSNumber: self = JSONValue(number)
    default: self = .null
    }
  }

  private init(_ number: NSNumber) {
    // SAFETY: the type of a number is a text that ends with zero, and is there as long as the number.
    switch unsafe String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "d", "f": self = .number(number.doubleValue)
    case "Q": self = .unsigned(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }

  /// The value as one line, without its end.
  var line: [UInt8] {
    // An encoder throws for what is no JSON; this is, but for numbers that are none, which are words then.
    guard let data = try? Self.encoder.encode(self) else { return Array("null".utf8) }
    return Array(data)
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return encoder
  }
}

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

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

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
    self = try JSONDecoder().decode(JSONValue.self, from: Data(JSONNesting.checked(line)))
  }

  /// What a value is in JSON; `nil` if its type says nothing of that, or its encoding fails.
  init?(encoding value: some Sendable) {
    guard let value = value as? any Encodable, let data = try? Self.encoder.encode(value) else {
      return nil
    }
    guard let decoded = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
    self = decoded
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

/// How much of a value is written.
struct ValueLimits: Sendable {
  /// How many bytes the JSON of one property may have.
  var propertyBytes: Int
  /// How many bytes the text of a value that is not `Encodable` may have.
  var textBytes: Int
}

/// Makes JSON of a program's values.
struct ValueWriter: Sendable {
  let limits: ValueLimits

  /// The JSON of a value: what it encodes; a text for people if it is not `Encodable` or cannot be encoded.
  ///
  /// - Complexity: O(size of the value).
  func json(of value: Any) -> JSONValue {
    switch value {
    case let text as String: return bounded(.string(text))
    case let number as Int: return JSONValue(number)
    case let flag as Bool: return .bool(flag)
    case let value as any Encodable: return bounded(ValueEncoder.json(of: value) ?? text(of: value))
    default: return self.text(of: value)
    }
  }

  /// The text of a value, `{"$text":…}`, at most ``ValueLimits/textBytes`` long.
  func text(of value: Any) -> JSONValue {
    let text = String(describing: value)
    let count = text.utf8.count
    guard count > limits.textBytes else { return ["$text": .string(text)] }
    var kept = String(decoding: text.utf8.prefix(limits.textBytes), as: UTF8.self)
    // The cut may have divided a character.
    while kept.utf8.count > limits.textBytes { kept.removeLast() }
    return ["$text": .string(kept), "$cut": JSONValue(count - kept.utf8.count)]
  }

  private func bounded(_ value: JSONValue) -> JSONValue {
    let size = value.byteCount
    return size <= limits.propertyBytes ? value : ["$omitted": JSONValue(size)]
  }
}

extension JSONValue {
  /// About how many bytes the value has as text; not less than half of them.
  ///
  /// - Complexity: O(size of the value).
  var byteCount: Int {
    switch self {
    case .null, .bool: 5
    case .integer(let number): number.magnitude < 1_000 ? 4 : 20
    case .unsigned, .number: 20
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.byteCount + 1 }
    case .object(let members):
      members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.byteCount }
    }
  }
}

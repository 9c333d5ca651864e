@_spi(Strata) import StrataCore

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

  /// The JSON of a value: what it encodes, or its parts if it is not `Encodable`, or a text for people.
  ///
  /// - Complexity: O(size of the value).
  func json(of value: Any) -> JSONValue {
    bounded(whole(value, depth: 0))
  }

  private func whole(_ value: Any, depth: Int) -> JSONValue {
    switch value {
    case let text as String: .string(text)
    case let number as Int: JSONValue(number)
    case let flag as Bool: .bool(flag)
    case let value as any AnyVersionedValue: whole(value.anyValue, depth: depth)
    case let value as any Encodable: ValueEncoder.json(of: value) ?? text(of: value)
    default: parts(of: value, depth: depth)
    }
  }

  private func parts(of value: Any, depth: Int) -> JSONValue {
    let mirror = Mirror(reflecting: value)
    guard depth < ValueEncoder.deepest else { return ValueEncoder.tooDeep(value) }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { whole($0.value, depth: depth + 1) } ?? .null
    case .collection, .set:
      return .array(mirror.children.map { whole($0.value, depth: depth + 1) })
    case .struct, .tuple:
      guard !mirror.children.isEmpty else { return text(of: value) }
      var members = JSONObject()
      for (index, child) in mirror.children.enumerated() {
        var name = child.label ?? "\(index)"
        if name.hasPrefix("$") { name = "$" + name }
        members[name] = whole(child.value, depth: depth + 1)
      }
      return .object(members)
    default: return text(of: value)
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

@_spi(Strata) import StrataCore
import StrataExtensions

/// How much of a value is written.
struct ValueLimits: Sendable {
  /// How many bytes the JSON of one property may have.
  var propertyBytes: Int
  /// How many bytes the text of a value that is not `Encodable` may have.
  var textBytes: Int
  /// The members that are never written.
  var hidden = PrivateNames()
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
    case _ where limits.hidden.rule(for: value).kind == .all: PrivateNames.mark
    case let value as any Encodable: encoded(value, depth: depth)
    default: parts(of: value, depth: depth)
    }
  }

  private func encoded(_ value: any Encodable, depth: Int) -> JSONValue {
    if let json = ValueEncoder.json(of: value, hiding: limits.hidden) { return json }
    return limits.hidden.isEmpty ? text(of: value) : parts(of: value, depth: depth)
  }

  private func parts(of value: Any, depth: Int) -> JSONValue {
    guard depth < ValueEncoder.deepest else { return ValueEncoder.tooDeep(value) }
    if let wrapper = value as? any DumpRepresentable,
      case .value(let wrapped) = wrapper.dumpRepresentation
    {
      return whole(wrapped, depth: depth + 1)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { whole($0.value, depth: depth + 1) } ?? .null
    case .collection, .set:
      return .array(mirror.children.map { whole($0.value, depth: depth + 1) })
    // A case and its payload, so that what differs in it is seen.
    case .enum where !mirror.children.isEmpty: return members(of: mirror, value, depth: depth)
    case .struct, .tuple: return members(of: mirror, value, depth: depth)
    // The text of any other may have a hidden member in it.
    default:
      return limits.hidden.isEmpty ? text(of: value) : members(of: mirror, value, depth: depth)
    }
  }

  private func members(of mirror: Mirror, _ value: Any, depth: Int) -> JSONValue {
    let types = limits.hidden.rule(for: value).types
    var members = JSONObject()
    if mirror.displayStyle == .class {
      // What a subclass inherits belongs to its text as well.
      for ancestor in sequence(first: mirror, next: \.superclassMirror).reversed() {
        add(ancestor, types, to: &members, depth: depth)
      }
    } else {
      add(mirror, types, to: &members, depth: depth)
    }
    if !members.isEmpty { return .object(members) }
    let isOpen = limits.hidden.isEmpty || !(value is any CustomReflectable)
    // A mirror of its own may leave out what the text has.
    return isOpen || value is any StringProtocol || value is Character
      ? text(of: value) : PrivateNames.mark
  }

  private func add(
    _ mirror: Mirror,
    _ types: [String],
    to members: inout JSONObject,
    depth: Int
  ) {
    for (index, child) in mirror.children.enumerated() {
      var name = child.label ?? "\(index)"
      let properties = PrivateNames.properties(of: name)
      let isHidden =
        properties.contains { limits.hidden.contains($0, of: types) }
        || mirror.displayStyle == .dictionary && isHiddenEntry(child.value, of: types)
      if name.hasPrefix("_"), name.count > 1, child.value is any DumpRepresentable {
        name.removeFirst()
      }
      if name.hasPrefix("$") { name = "$" + name }
      members[name] =
        isHidden ? PrivateNames.mark : part(child.value, of: mirror, types, depth: depth)
    }
  }

  /// A member; the parts of a payload belong to the type of its enum.
  private func part(_ value: Any, of mirror: Mirror, _ types: [String], depth: Int) -> JSONValue {
    if mirror.displayStyle == .enum, !limits.hidden.isEmpty {
      let payload = Mirror(reflecting: value)
      if payload.displayStyle == .tuple, !payload.children.isEmpty {
        var members = JSONObject()
        add(payload, types, to: &members, depth: depth + 1)
        return .object(members)
      }
    }
    return whole(value, depth: depth + 1)
  }

  /// Whether the key of a dictionary's entry is a hidden name, as it would be if the dictionary were encoded.
  private func isHiddenEntry(_ entry: Any, of types: [String]) -> Bool {
    guard let key = Mirror(reflecting: entry).children.first?.value else { return false }
    return limits.hidden.contains("\(key)", of: types)
  }

  /// The text of a value, `{"$text":…}`, at most ``ValueLimits/textBytes`` long.
  func text(of value: Any) -> JSONValue {
    let text = String(describing: value)
    let count = text.utf8.count
    guard count > limits.textBytes else { return ["$text": .string(text)] }
    // A range of a text begins and ends at a whole scalar.
    let kept = text[..<text.utf8.index(text.startIndex, offsetBy: limits.textBytes)]
    return ["$text": .string(String(kept)), "$cut": JSONValue(count - kept.utf8.count)]
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

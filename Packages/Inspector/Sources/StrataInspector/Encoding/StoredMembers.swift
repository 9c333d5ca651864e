import StrataExtensions

/// The stored properties of a value of which some are private.
///
/// A type may encode a property with any key, or with none. So a member that it encodes is written only if it is known
/// to be one of the other properties. Nothing else is taken for harmless.
struct StoredMembers {
  /// What an encoded member is.
  enum Origin {
    /// The property of that name.
    case property
    /// It equals a property of another name.
    case equal
    /// It may have been made of anything.
    case unknown
  }

  /// Whether nested containers hold the same properties, as in the encoding of an enum.
  let isPayload: Bool
  /// The private properties that have a value, so that something may have been encoded of them.
  private(set) var hidden: Set<String> = []
  private var visible: [String: Any] = [:]

  /// Takes the properties of a value; `nil` if none of them is private.
  init?(of value: Any, _ names: PrivateNames, _ rule: PrivateTypes.Rule) {
    isPayload = rule.kind == .payload
    switch rule.kind {
    case .members, .all: return nil
    case .stored:
      for mirror in sequence(first: Mirror(reflecting: value), next: \.superclassMirror) {
        for child in mirror.children { add(child, names, rule.types) }
      }
    case .payload:
      guard let payload = Mirror(reflecting: value).children.first else {
        // A mirror of its own may leave the payload out.
        guard value is any CustomReflectable else { return nil }
        break
      }
      let mirror = Mirror(reflecting: payload.value)
      if let name = payload.label, names.contains(name, of: rule.types) {
        hidden = [name]
      } else if mirror.displayStyle == .tuple {
        for child in mirror.children { add(child, names, rule.types) }
        if hidden.isEmpty { return nil }
      } else {
        return nil
      }
    }
  }

  private mutating func add(_ child: Mirror.Child, _ names: PrivateNames, _ types: [String]) {
    guard let label = child.label else { return }
    let properties = PrivateNames.properties(of: label)
    if let name = properties.last(where: { names.contains($0, of: types) }) {
      if !Self.isNil(child.value) { hidden.insert(name) }
    } else {
      // An element of a payload without a name has the label ".0", and the key "_0".
      let isNumber = label.hasPrefix(".")
      for name in isNumber ? ["_\(label.dropFirst())"] : properties { visible[name] = child.value }
    }
  }

  /// What a member is that is encoded with a key.
  func origin(of value: Any, _ key: String) -> Origin {
    if let own = visible[key], Self.isSame(own, value, orOfSameType: true) { return .property }
    return visible.values.contains { Self.isSame($0, value, orOfSameType: false) }
      ? .equal : .unknown
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  /// Whether an encoded value is that of a property; one that cannot be compared has to be of the same type.
  private static func isSame(_ property: Any, _ value: Any, orOfSameType: Bool) -> Bool {
    let value = unwrapped(value)
    return candidates(property).contains { property in
      guard type(of: property) == type(of: value) else { return false }
      guard let property = property as? any Equatable else { return orOfSameType }
      return isEqual(property, value)
    }
  }

  private static func isEqual<Value: Equatable>(_ a: Value, _ b: Any) -> Bool {
    guard let b = b as? Value else { return false }
    // A value with a `nan` in it does not equal itself.
    return a == b || (a != a && b != b)
  }

  /// A property, and what it wraps.
  private static func candidates(_ property: Any) -> [Any] {
    let property = unwrapped(property)
    guard let wrapper = property as? any DumpRepresentable,
      case .value(let wrapped) = wrapper.dumpRepresentation
    else { return [property] }
    return [property, unwrapped(wrapped)]
  }

  private static func unwrapped(_ value: Any) -> Any {
    var value = value
    while case let mirror = Mirror(reflecting: value), mirror.displayStyle == .optional,
      let wrapped = mirror.children.first
    {
      value = wrapped.value
    }
    return value
  }
}

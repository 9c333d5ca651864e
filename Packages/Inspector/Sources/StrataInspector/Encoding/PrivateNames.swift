import StrataConcurrency

/// The members whose values are never written: `"password"` in every type, `"Account.password"` in one.
struct PrivateNames: Sendable {
  // One reference, because each value that is encoded takes a copy.
  private let types: PrivateTypes

  init(_ names: Set<String> = []) { types = PrivateTypes(names) }

  private var names: Set<String> { types.names }

  /// What stands in the place of a hidden value.
  static let mark: JSONValue = ["$private": true]

  var isEmpty: Bool { names.isEmpty }

  /// Whether a member of a type is hidden; the type has several names if it is a subclass.
  func contains(_ member: String, of types: [String]) -> Bool {
    guard !names.isEmpty else { return false }
    return names.contains(member) || types.contains { names.contains("\($0).\(member)") }
  }

  /// Whether all values of a type are hidden.
  func containsType(_ type: String) -> Bool {
    !names.isEmpty && Self.names(ofType: type).contains { names.contains($0) }
  }

  /// The names of a type: a generic one is also known without its arguments.
  static func names(ofType type: String) -> [String] {
    guard let end = type.firstIndex(of: "<"), end > type.startIndex else { return [type] }
    return [type, String(type[..<end])]
  }

  /// What is hidden of a type.
  func rule(for value: Any) -> PrivateTypes.Rule {
    guard !names.isEmpty else { return .open }
    // A mirror of its own may have other members for each value.
    if value is any CustomReflectable { return makeRule(for: value) }
    return types.rule(for: value) { makeRule(for: value) }
  }

  private func makeRule(for value: Any) -> PrivateTypes.Rule {
    let mirror = Mirror(reflecting: value)
    let types = Self.types(of: value, mirror)
    if types.contains(where: names.contains) { return PrivateTypes.Rule(types, .all) }
    // Such a type may show anything: where a property of it is private, what it shows may be that property.
    let ownsNames = names.contains { name in types.contains { name.hasPrefix("\($0).") } }
    if value is any CustomReflectable, ownsNames { return PrivateTypes.Rule(types, .all) }
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .optional, .tuple:
      return PrivateTypes.Rule(types, .members)
    case .enum: return PrivateTypes.Rule(types, .payload)
    default: break
    }
    let hides = sequence(first: mirror, next: \.superclassMirror).contains { mirror in
      mirror.children.contains { child in
        child.label.map { Self.properties(of: $0).contains { contains($0, of: types) } } ?? false
      }
    }
    return PrivateTypes.Rule(types, hides ? .stored : .members)
  }

  /// The names of a value's type and of its superclasses.
  private static func types(of value: Any, _ mirror: Mirror) -> [String] {
    let ancestors = sequence(first: mirror, next: \.superclassMirror).dropFirst()
    let names = [String(describing: type(of: value))] + ancestors.map { "\($0.subjectType)" }
    return names.flatMap { self.names(ofType: $0) }
  }

  /// The names that a property may have whose storage has a label.
  static func properties(of label: String) -> [String] {
    let lazily = "$__lazy_storage_$_"
    if label.hasPrefix(lazily) { return [label, String(label.dropFirst(lazily.count))] }
    // The storage of a wrapped property has the property's name behind an underscore.
    return label.hasPrefix("_") && label.count > 1 ? [label, String(label.dropFirst())] : [label]
  }
}

/// The names that are hidden, and what they hide of each type that a recording has seen.
///
/// The number of rules is that of the program's types. The lock has rank ``LockRank/leaf``.
final class PrivateTypes: Sendable {
  /// What is hidden of a type.
  struct Rule: Sendable {
    enum Kind: Sendable {
      /// Members of the hidden names, as the type encodes them.
      case members
      /// A stored property at least.
      case stored
      /// What the payload of a case says.
      case payload
      /// Every value.
      case all
    }

    /// The names of the type and of its superclasses.
    let types: [String]
    let kind: Kind

    init(_ types: [String], _ kind: Kind) {
      self.types = types
      self.kind = kind
    }

    /// The rule while no name is private.
    static let open = Rule([], .members)
  }

  let names: Set<String>
  private let rules = Locked<[ObjectIdentifier: Rule]>([:], rank: .leaf)

  init(_ names: Set<String>) { self.names = names }

  /// The rule for a value's type; `make` runs outside the lock.
  func rule(for value: Any, make: () -> Rule) -> Rule {
    let type = ObjectIdentifier(type(of: value))
    if let known = rules.withLock({ $0[type] }) { return known }
    let rule = make()
    rules.withLock { $0[type] = rule }
    return rule
  }
}

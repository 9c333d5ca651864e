/// The members whose values are never written: `"password"` in every type, `"Account.password"` in one.
struct PrivateNames: Sendable {
  private let names: Set<String>

  init(_ names: Set<String> = []) { self.names = names }

  /// What stands in the place of a hidden value.
  static let mark: JSONValue = ["$private": true]

  var isEmpty: Bool { names.isEmpty }

  /// Whether a member of a type is hidden.
  func contains(_ member: String, of type: String) -> Bool {
    !names.isEmpty && (names.contains(member) || names.contains("\(type).\(member)"))
  }

  /// Whether all values of a type are hidden.
  func containsType(_ type: String) -> Bool { !names.isEmpty && names.contains(type) }
}

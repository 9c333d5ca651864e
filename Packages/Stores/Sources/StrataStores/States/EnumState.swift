/// The exclusive cases of a ``StateContainer``.
///
/// Two values are of the same base case if they are the same case, whatever their payloads.
public protocol EnumState: Equatable, Sendable {}

extension EnumState {
  /// Whether another value is of another base case.
  ///
  /// - Complexity: O(1), without reflection, for an enum.
  public func isDistinct(from other: Self) -> Bool {
    if let (mine, theirs) = EnumTag.pair(self, other) { return mine != theirs }
    return name != other.name
  }

  /// The name of the base case: `main` for `.main(firstName: "Ada", lastName: "Lovelace")`.
  ///
  /// Found by reflection; for logs and messages, not for decisions.
  public var name: String {
    let mirror = Mirror(reflecting: self)
    if mirror.displayStyle == .enum, let label = mirror.children.first?.label { return label }
    return String(String(describing: self).prefix { $0 != "(" })
  }
}

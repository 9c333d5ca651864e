import StrataCore

extension ModelContainer {
  /// Whether another value counts as a change of this one: other models are there or their order is
  /// another one, or, in a container that is more than models, the rest differs as far as it can be
  /// compared.
  func isOtherThan(_ other: Self) -> Bool {
    if !holdsSameModels(as: other) { return true }
    guard Self.contents == .mixed else { return false }
    guard let comparable = self as? any Equatable else { return true }
    return !comparable.equals(other)
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}

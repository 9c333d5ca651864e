import StrataCore

extension ModelContainer {
  /// Whether another value counts as a change of this one.
  ///
  /// It does if it contains other models or the same in another order. In a container that is more than models,
  /// it also does if the rest differs, as far as that can be compared.
  func isOtherThan(_ other: Self) -> Bool { !isSame(as: other) }
}

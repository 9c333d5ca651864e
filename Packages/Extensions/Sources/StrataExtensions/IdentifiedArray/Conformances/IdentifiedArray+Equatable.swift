extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays contain equal elements in the same order.
  ///
  /// How they find ids is not compared.
  ///
  /// - Complexity: O(*n*); O(1) for copies that were not changed since.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in their order, as `==` compares them.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

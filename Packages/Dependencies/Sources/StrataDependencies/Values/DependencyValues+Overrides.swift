extension DependencyValues {
  /// Whether one of the overridden values is of a kind; for layers that store values.
  ///
  /// - Parameter isWanted: Called with each overridden value until it returns true.
  /// - Returns: Whether it has returned true for one.
  /// - Complexity: O(number of overridden keys).
  @_spi(Strata)
  public func containsOverride(where isWanted: (any Sendable) -> Bool) -> Bool {
    var isContained = false
    storage?.eachEntry { isContained = isContained || isWanted($0.anyValue) }
    return isContained
  }
}

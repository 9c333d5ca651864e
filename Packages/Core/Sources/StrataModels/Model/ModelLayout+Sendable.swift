extension ModelLayout.Slots {
  /// Gives a property back, and compiles only if any thread may use its values.
  ///
  /// `@Model` calls this for each property that is not written as a function, because all handles share the
  /// values of a slot, and a handle's constants.
  ///
  /// - Returns: `property`.
  public func sendable<Value: Sendable>(_ property: KeyPath<M, Value>) -> KeyPath<M, Value> {
    property
  }
}

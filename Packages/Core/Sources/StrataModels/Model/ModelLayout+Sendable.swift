extension ModelLayout.Slots {
  /// Gives a property back, which compiles only if any thread may use its values.
  ///
  /// `@Model` asks this for each property that is not written as a function: the values of a slot are
  /// shared by all handles, and so are a handle's constants.
  ///
  /// - Returns: `property`.
  public func sendable<Value: Sendable>(_ property: KeyPath<M, Value>) -> KeyPath<M, Value> {
    property
  }
}

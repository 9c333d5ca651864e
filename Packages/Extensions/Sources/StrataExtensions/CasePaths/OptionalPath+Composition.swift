extension OptionalPath {
  /// The path through this one and another.
  @inlinable
  public func appending<Next>(_ next: OptionalPath<Value, Next>) -> OptionalPath<Root, Next> {
    OptionalPath<Root, Next>(
      get: { reading($0).flatMap(next.reading) },
      modify: { root, body in modifying(&root) { next.modifying(&$0, body) } }
    )
  }

  /// The path on to a property.
  @inlinable
  public func appending<Next>(
    _ keyPath: any WritableKeyPath<Value, Next> & Sendable
  ) -> OptionalPath<Root, Next> {
    appending(OptionalPath<Value, Next>(keyPath))
  }

  /// The path on to the payload of a case.
  @inlinable
  public func appending<Next>(_ path: CasePath<Value, Next>) -> OptionalPath<Root, Next> {
    appending(OptionalPath<Value, Next>(path))
  }

  /// The path on to the value that an optional wraps.
  @inlinable
  public func unwrapped<Wrapped>() -> OptionalPath<Root, Wrapped> where Value == Wrapped? {
    appending(CasePath<Value, Wrapped>(embed: { $0 }, extract: { $0 }))
  }

  /// The path on to a property.
  @inlinable
  public subscript<Next>(
    dynamicMember keyPath: any WritableKeyPath<Value, Next> & Sendable
  ) -> OptionalPath<Root, Next> {
    appending(keyPath)
  }

  /// The path on to the payload of a case.
  @inlinable
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next>
  ) -> OptionalPath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

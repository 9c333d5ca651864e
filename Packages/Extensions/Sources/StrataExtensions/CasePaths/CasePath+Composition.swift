extension CasePath {
  /// The path through this case to a case of its payload.
  ///
  /// ```swift
  /// let title = App.home.appending(Home.title) // App → Home → String
  /// ```
  @inlinable
  public func appending<Next>(_ next: CasePath<Value, Next>) -> CasePath<Root, Next> {
    CasePath<Root, Next>(
      embed: { embedding(next.embedding($0)) },
      extract: { extraction($0).flatMap(next.extraction) }
    )
  }

  /// The path through this case to a property of its payload.
  @inlinable
  public func appending<Next>(
    _ keyPath: any WritableKeyPath<Value, Next> & Sendable
  ) -> OptionalPath<Root, Next> {
    OptionalPath(self).appending(keyPath)
  }

  /// The path through this case to a case of its payload: `\.home.title`.
  @inlinable
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next>
  ) -> CasePath<Root, Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// The path through this case, whose payload is optional, to a case of the wrapped value.
  ///
  /// Embedding makes a payload that is not nil.
  @inlinable
  public subscript<Wrapped: CasePathable, Next>(
    dynamicMember keyPath: CaseKeyPath<Wrapped, Next>
  ) -> CasePath<Root, Next> where Value == Wrapped? {
    unwrapped().appending(Wrapped.allCasePaths[keyPath: keyPath])
  }

  /// The path through this case to a property of its payload: `\.home.title`.
  @inlinable
  public subscript<Next>(
    dynamicMember keyPath: any WritableKeyPath<Value, Next> & Sendable
  ) -> OptionalPath<Root, Next> {
    appending(keyPath)
  }

  /// The path through this case, whose payload is optional, to a property of the wrapped value.
  @inlinable
  public subscript<Wrapped, Next>(
    dynamicMember keyPath: any WritableKeyPath<Wrapped, Next> & Sendable
  ) -> OptionalPath<Root, Next> where Value == Wrapped? {
    unwrapped().appending(keyPath)
  }

  /// The path through this case, whose payload is optional, to the wrapped value.
  @inlinable
  public func unwrapped<Wrapped>() -> CasePath<Root, Wrapped> where Value == Wrapped? {
    CasePath<Root, Wrapped>(
      embed: { embedding($0) },
      extract: { extraction($0).flatMap { $0 } }
    )
  }
}

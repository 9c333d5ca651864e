/// A value that is fetched from elsewhere, and something to show until it is there.
@dynamicMemberLookup
public struct FetchableWithPlaceholder<Value, Placeholder> {
  /// The state of the fetch.
  public let fetchable: Fetchable<Value>
  /// What to show while there is no value.
  public let placeholder: Placeholder

  /// Makes a model.
  public init(_ fetchable: Fetchable<Value>, placeholder: Placeholder) {
    self.fetchable = fetchable
    self.placeholder = placeholder
  }

  /// The running fetch, if one is running.
  public var fetching: Fetchable<Value>.Fetching? { fetchable.fetching }

  /// The fetched value, if it is there.
  public var fetched: Fetchable<Value>.Fetched? { fetchable.fetched }

  /// The failure, if the fetch has failed.
  public var failure: Fetchable<Value>.Failure? { fetchable.failure }

  /// A property of the value, if it is there.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    fetchable[dynamicMember: keyPath]
  }

  /// The same with what a function makes from the value.
  ///
  /// - Throws: What `transform` throws.
  public func map<NewValue>(
    _ transform: (Value) throws -> NewValue
  ) rethrows -> FetchableWithPlaceholder<NewValue, Placeholder> {
    FetchableWithPlaceholder<NewValue, Placeholder>(
      try fetchable.map(transform),
      placeholder: placeholder
    )
  }

  /// The same with what a function makes from the placeholder.
  ///
  /// - Throws: What `transform` throws.
  public func mapPlaceholder<NewPlaceholder>(
    _ transform: (Placeholder) throws -> NewPlaceholder
  ) rethrows -> FetchableWithPlaceholder<Value, NewPlaceholder> {
    FetchableWithPlaceholder<Value, NewPlaceholder>(
      fetchable,
      placeholder: try transform(placeholder)
    )
  }
}

extension FetchableWithPlaceholder: Sendable where Value: Sendable, Placeholder: Sendable {}
extension FetchableWithPlaceholder: Equatable where Value: Equatable, Placeholder: Equatable {}

/// A value that is fetched from elsewhere, with a placeholder until it has come.
@dynamicMemberLookup
public struct FetchableWithPlaceholder<Value, Placeholder> {
  /// The state of the fetch.
  public let fetchable: Fetchable<Value>
  /// The content to show while there is no value.
  public let placeholder: Placeholder

  /// Makes a model.
  public init(_ fetchable: Fetchable<Value>, placeholder: Placeholder) {
    self.fetchable = fetchable
    self.placeholder = placeholder
  }

  /// The running fetch, if one is running.
  public var fetching: Fetchable<Value>.Fetching? { fetchable.fetching }

  /// The fetched value, if it has come.
  public var fetched: Fetchable<Value>.Fetched? { fetchable.fetched }

  /// The failure, if the fetch has failed.
  public var failure: Fetchable<Value>.Failure? { fetchable.failure }

  /// A property of the value, if it has come.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member? {
    fetchable[dynamicMember: keyPath]
  }

  /// The same with the result of a function of the value.
  ///
  /// - Throws: The error that `transform` throws.
  public func map<NewValue>(
    _ transform: (Value) throws -> NewValue
  ) rethrows -> FetchableWithPlaceholder<NewValue, Placeholder> {
    FetchableWithPlaceholder<NewValue, Placeholder>(
      try fetchable.map(transform),
      placeholder: placeholder
    )
  }

  /// The same with the result of a function of the placeholder.
  ///
  /// - Throws: The error that `transform` throws.
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

/// A value, and the previous one if there is one.
@dynamicMemberLookup
public struct CurrentAndPrevious<Value> {
  /// The value.
  public let current: Value
  /// The value before; nothing at first.
  public let previous: Value?

  /// Makes a pair.
  public init(current: Value, previous: Value? = nil) {
    self.current = current
    self.previous = previous
  }

  /// A property of the current value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    current[keyPath: keyPath]
  }

  /// The pair of the results of a function of both.
  ///
  /// - Throws: The error that `transform` throws.
  public func map<NewValue>(
    _ transform: (Value) throws -> NewValue
  ) rethrows -> CurrentAndPrevious<NewValue> {
    CurrentAndPrevious<NewValue>(
      current: try transform(current),
      previous: try previous.map(transform)
    )
  }
}

extension CurrentAndPrevious: Sendable where Value: Sendable {}
extension CurrentAndPrevious: Equatable where Value: Equatable {}
extension CurrentAndPrevious: Hashable where Value: Hashable {}

extension CurrentAndPrevious: Identifiable where Value: Identifiable {
  /// The current value's.
  public var id: Value.ID { current.id }
}

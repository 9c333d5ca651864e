/// The stand-in for each value inside a container when two containers are compared or hashed.
///
/// The code that `@ModelContainer` writes calls it. A macro does not see whether a payload is a model or a value:
/// each kind has an overload, and the compiler chooses. A type with an `==` of its own stands for itself, and a
/// model without one stands for its `id`. In a container that is hashed, only a `Hashable` type stands for
/// itself, so equal containers have equal hashes.
public enum MemberwiseComparison: Sendable {}

extension MemberwiseComparison {
  /// The value itself.
  @inlinable
  public static func equatable<Value: Equatable>(_ value: Value) -> Value { value }

  /// The `id` of a model.
  @_disfavoredOverload
  public static func equatable<M: Model>(_ model: M) -> M.ID { model.id }

  /// The `id` of a model that may be missing.
  @_disfavoredOverload
  public static func equatable<M: Model>(_ model: M?) -> M.ID? { model?.id }

  /// The `id`s of models, in order.
  ///
  /// - Complexity: O(number of models).
  @_disfavoredOverload
  public static func equatable<Models: Collection>(_ models: Models) -> [Models.Element.ID]
  where Models.Element: Model {
    models.map(\.id)
  }

  /// The `id`s of models by key.
  ///
  /// - Complexity: O(number of models).
  @_disfavoredOverload
  public static func equatable<Key: Hashable, M: Model>(_ models: [Key: M]) -> [Key: M.ID] {
    models.mapValues(\.id)
  }

  /// The `id` of a model of any kind.
  @_disfavoredOverload
  public static func equatable(_ model: any Model) -> AnyHashable { model.anyID }

  /// Explains why a container cannot be compared.
  @available(
    *,
    unavailable,
    message:
      "A value that a container holds cannot be compared: make its type Equatable, or write '==' in the container's body"
  )
  @_disfavoredOverload
  public static func equatable<Value>(_ value: Value) -> Int { 0 }
}

extension MemberwiseComparison {
  /// The value itself.
  @inlinable
  public static func hashable<Value: Hashable>(_ value: Value) -> Value { value }

  /// The `id` of a model.
  @_disfavoredOverload
  public static func hashable<M: Model>(_ model: M) -> M.ID { model.id }

  /// The `id` of a model that may be missing.
  @_disfavoredOverload
  public static func hashable<M: Model>(_ model: M?) -> M.ID? { model?.id }

  /// The `id`s of models, in order.
  ///
  /// - Complexity: O(number of models).
  @_disfavoredOverload
  public static func hashable<Models: Collection>(_ models: Models) -> [Models.Element.ID]
  where Models.Element: Model {
    models.map(\.id)
  }

  /// The `id`s of models by key.
  ///
  /// - Complexity: O(number of models).
  @_disfavoredOverload
  public static func hashable<Key: Hashable, M: Model>(_ models: [Key: M]) -> [Key: M.ID] {
    models.mapValues(\.id)
  }

  /// The `id` of a model of any kind.
  @_disfavoredOverload
  public static func hashable(_ model: any Model) -> AnyHashable { model.anyID }

  /// Explains why a container cannot be hashed.
  @available(
    *,
    unavailable,
    message:
      "A value that a container holds cannot be hashed: make its type Hashable, or write '==' and 'hash(into:)' in the container's body"
  )
  @_disfavoredOverload
  public static func hashable<Value>(_ value: Value) -> Int { 0 }
}

extension Model {
  /// The `id` beside those of other kinds of models.
  fileprivate var anyID: AnyHashable { AnyHashable(id) }
}

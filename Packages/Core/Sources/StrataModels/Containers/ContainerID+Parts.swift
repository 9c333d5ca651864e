// The code that `@ModelContainer` writes calls these for each value, because a macro does not know types: the
// compiler chooses one.

extension ContainerID {
  /// A value that counts by the models in it, or as itself.
  public static func part<Value: Sendable>(_ value: Value) -> any Sendable { value }

  /// A value that counts by its `id`.
  public static func part<Value: Identifiable & Sendable>(_ value: Value) -> any Sendable
  where Value.ID: Sendable {
    ContainerIDPart(known: value.id)
  }

  /// A value that counts by its `id`, or not at all.
  public static func part<Value: Identifiable & Sendable>(_ value: Value?) -> any Sendable
  where Value.ID: Sendable {
    value.map { ContainerIDPart(known: $0.id) }
  }

  /// Models that count by their `id`s and keys.
  ///
  /// - Complexity: O(number of models).
  public static func part<Key: Hashable & Sendable, M: Model>(
    _ models: [Key: M]
  ) -> any Sendable {
    models.isEmpty ? nil : ContainerIDPart(known: models.mapValues(\.id))
  }
}

// A source stands for its model: it is equal, hashed and identified as the current model is.

extension Source: Identifiable where Model: Identifiable {
  /// The current model's.
  public var id: Model.ID { model.id }
}

extension Source: Equatable where Model: Equatable {
  /// Whether two sources have equal models now.
  public static func == (a: Source, b: Source) -> Bool { a.model == b.model }
}

extension Source: Hashable where Model: Hashable {
  /// Feeds the identity that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

extension Source: CustomStringConvertible {
  /// `Source<Int>(model: 3)`.
  public var description: String { "Source<\(Model.self)>(model: \(model))" }
}

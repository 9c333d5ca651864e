/// One model on the path from the recorded model to the written one.
public struct WrittenPlace: Sendable, Hashable, Codable {
  /// The kind's name.
  public let kind: String
  /// The parent's property that contains it; `nil` for the first on the path.
  public let property: String?
  /// The model's identity as text.
  ///
  /// It is the declared `id`. A member of a collection without one has the number of its creation, `#42`. Other models
  /// have `nil`.
  public let id: String?

  /// Makes one step of a path.
  public init(kind: String, property: String? = nil, id: String? = nil) {
    self.kind = kind
    self.property = property
    self.id = id
  }
}

extension [WrittenPlace] {
  /// `App.rows[3]`.
  var path: String {
    map { place in (place.property ?? place.kind) + (place.id.map { "[\($0)]" } ?? "") }
      .joined(separator: ".")
  }
}

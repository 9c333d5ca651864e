/// A model on the way from the one whose writes are recorded to the one that was written.
public struct WrittenPlace: Sendable, Hashable, Codable {
  /// The kind's name.
  public let kind: String
  /// The parent's property that holds it; `nil` for the first on the way.
  public let property: String?
  /// Its identity as text: what it declares as its `id`, else, in a collection, the number that it
  /// got when it was made, `#42`; `nil` for others.
  public let id: String?

  /// Makes a place.
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

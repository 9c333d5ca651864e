/// A source whose actions are bound again when a decoded model becomes its model.
///
/// ```swift
/// final class Draft: SourceOf<DraftModel>, DecodableActionSource, @unchecked Sendable {
///   func restore(_ data: Data) throws { model = try JSONDecoder().decode(DraftModel.self, from: data) }
/// }
/// ```
public protocol DecodableActionSource: AnyObject {
  /// The name of this source in its encoded actions; the name of its class unless it is declared.
  ///
  /// Actions are bound to any source of the same identifier. If sources of one class stand for different things, give
  /// them different identifiers.
  var actionSourceIdentifier: String { get }
}

extension DecodableActionSource {
  /// The name of the class.
  public var actionSourceIdentifier: String { "\(Self.self)" }
}

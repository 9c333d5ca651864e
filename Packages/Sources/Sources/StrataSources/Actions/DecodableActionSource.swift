/// A source whose actions are bound again when a decoded model becomes its model.
///
/// ```swift
/// final class Draft: SourceOf<DraftModel>, DecodableActionSource, @unchecked Sendable {
///   func restore(_ data: Data) throws { model = try JSONDecoder().decode(DraftModel.self, from: data) }
/// }
/// ```
public protocol DecodableActionSource: AnyObject {
  /// What the encoded actions of this source name it by; the name of its class unless it is
  /// declared.
  ///
  /// Actions are bound to any source of the same identifier; give sources of one class that stand
  /// for different things different ones.
  var actionSourceIdentifier: String { get }
}

extension DecodableActionSource {
  /// The name of the class.
  public var actionSourceIdentifier: String { "\(Self.self)" }
}

/// Stands in a model for a property whose value is in the node, and takes no room.
///
/// `@Model` adds one for each property. The compiler counts as set in an initializer what it sees
/// stored: without the mark it would take the first assignment for a change, and a forgotten one
/// would go unnoticed.
@frozen
public struct ModelSlotMark: Sendable {
  /// Makes a mark.
  @inlinable
  public init() {}
}

/// Represents, in a model, a property whose value is in the node, and takes no memory.
///
/// `@Model` adds one for each property without a first value. In an initializer, the compiler counts only stored
/// properties as set. Without this one, a forgotten assignment would go unnoticed.
@frozen
public struct ModelSlotMark: Sendable {
  /// Makes a slot mark.
  @inlinable
  public init() {}
}

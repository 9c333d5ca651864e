/// Represents, in a model, a property whose value is in the node, and takes no memory.
///
/// `@Model` adds one for each property whose first value it does not see. In an initializer, the compiler counts only
/// stored properties as set. Without this one it would treat the first assignment as a change, and a forgotten one
/// would go unnoticed.
@frozen
public struct ModelSlotMark: Sendable {
  /// Makes a slot mark.
  @inlinable
  public init() {}
}

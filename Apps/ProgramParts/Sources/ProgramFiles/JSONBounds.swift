/// The limits of a JSON text, so that reading it takes little time and memory.
///
/// A decoder of Foundation needs about a hundred times the bytes of a text of brackets. At some depths of nesting
/// it ends the process. It takes minutes to compare long texts of combining marks.
public struct JSONBounds: Hashable, Sendable {
  /// How many arrays and objects may lie inside one another.
  public var depth: Int
  /// How many values there may be in all, arrays and objects included.
  public var values: Int
  /// How many bytes a key may have.
  public var keyLength: Int
  /// How many bytes any other text may have.
  public var textLength: Int

  /// Makes bounds; those that are left out suit a file of a few megabytes.
  public init(
    depth: Int = 64,
    values: Int = 1_000_000,
    keyLength: Int = 200,
    textLength: Int = 1 << 16
  ) {
    self.depth = depth
    self.values = values
    self.keyLength = keyLength
    self.textLength = textLength
  }
}

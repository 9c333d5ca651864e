/// What a subscriber keeps of the elements that arrive before it asks for them.
public enum BufferingPolicy: Sendable, Hashable {
  /// All of them: nothing is lost, and a subscriber that stops asking grows without bound.
  case unbounded
  /// The last so many; older ones are dropped.
  case bufferingNewest(Int)
  /// The first so many; what arrives when the buffer is full is dropped.
  case bufferingOldest(Int)
}

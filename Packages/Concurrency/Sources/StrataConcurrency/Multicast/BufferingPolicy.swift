/// What a subscriber keeps of the elements that arrive before it asks for them.
///
/// A sender never waits for a subscriber, because the subscriber may need the sender's thread. So a
/// subscriber that is slower than its senders for good loses elements, by one of these rules.
public enum BufferingPolicy: Sendable, Hashable {
  /// All of them: nothing is lost, and a subscriber that stops asking grows without bound.
  case unbounded
  /// The last so many; older ones are dropped.
  case bufferingNewest(Int)
  /// The first so many; what arrives when the buffer is full is dropped.
  case bufferingOldest(Int)
  /// All of them up to so many; when the buffer is full the oldest are dropped, and the first loss is
  /// reported.
  case bufferingAll(upTo: Int)

  /// All elements, up to 131,072: the rule where none is named.
  ///
  /// A burst of that length waits for its subscriber without loss. A subscriber that falls back further is
  /// reported, and keeps the newest.
  @inlinable public static var standard: BufferingPolicy { .bufferingAll(upTo: 131_072) }
}

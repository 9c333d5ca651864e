/// The rule for elements that arrive before a subscriber asks for them.
///
/// A sender never waits for a subscriber, because the subscriber may need the sender's thread. So a subscriber that
/// stays slower than its senders loses elements, by one of these rules. All asynchronous sequences of the library take
/// one by `keeping(_:)`:
///
/// ```swift
/// for await level in levels.keeping(.bufferingNewest(1)) { print(level) }
/// ```
public enum BufferingPolicy: Sendable, Hashable {
  /// All of them: nothing is lost, and a subscriber that stops asking grows without bound.
  case unbounded
  /// The last so many; older ones are dropped.
  case bufferingNewest(Int)
  /// The first so many; elements that arrive when the buffer is full are dropped.
  case bufferingOldest(Int)
  /// All of them up to so many; when the buffer is full the oldest are dropped, and the first loss is
  /// reported.
  case bufferingAll(upTo: Int)

  /// All elements, up to 131,072: the default rule.
  ///
  /// A burst of that length waits for its subscriber without loss. A report names a subscriber that falls back further;
  /// that subscriber retains the newest elements.
  @inlinable public static var standard: BufferingPolicy { .bufferingAll(upTo: 131_072) }
}

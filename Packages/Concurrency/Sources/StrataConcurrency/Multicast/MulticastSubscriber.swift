/// What one subscriber of a multicast has not received yet, and who waits for more.
@usableFromInline
struct MulticastSubscriber<Element: Sendable>: Sendable {
  @usableFromInline let policy: BufferingPolicy
  @usableFromInline var buffer = FIFOQueue<Element>()
  @usableFromInline var calls = FIFOQueue<SuspendedCall<Element?>>()
  @usableFromInline var onTermination: (@Sendable () -> Void)?

  @inlinable
  init(policy: BufferingPolicy, onTermination: (@Sendable () -> Void)?) {
    self.policy = policy
    self.onTermination = onTermination
  }

  /// Buffers an element.
  ///
  /// - Returns: The element that the policy drops for it, if any.
  @inlinable
  mutating func keep(_ element: Element) -> Element? {
    switch policy {
    case .unbounded:
      buffer.append(element)
      return nil
    case .bufferingOldest(let limit):
      guard buffer.count < limit else { return element }
      buffer.append(element)
      return nil
    case .bufferingNewest(let limit):
      guard limit > 0 else { return element }
      let dropped = buffer.count < limit ? nil : buffer.popFirst()
      buffer.append(element)
      return dropped
    }
  }
}

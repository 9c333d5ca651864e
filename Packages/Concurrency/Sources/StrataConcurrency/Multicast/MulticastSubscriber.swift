/// The elements that one subscriber of a multicast has not received yet, and the calls that wait for more.
struct MulticastSubscriber: Sendable {
  var policy: BufferingPolicy
  var buffer = FIFOQueue<MulticastElement>()
  var calls = FIFOQueue<SuspendedCall<MulticastElement?>>()
  var onTermination: (@Sendable () -> Void)?
  /// Whether an element was dropped that the policy wants to be reported.
  var hasLost = false

  init(policy: BufferingPolicy, onTermination: (@Sendable () -> Void)?) {
    self.policy = policy
    self.onTermination = onTermination
  }

  /// Notes that an element was dropped.
  ///
  /// - Returns: Whether that is to be reported.
  mutating func noteLoss() -> Bool {
    guard !hasLost, case .bufferingAll = policy else { return false }
    hasLost = true
    return true
  }

  /// Takes another policy, which also applies to the elements that wait already.
  ///
  /// - Returns: The elements that it drops.
  mutating func setPolicy(_ policy: BufferingPolicy) -> [MulticastElement] {
    self.policy = policy
    var dropped: [MulticastElement] = []
    for element in buffer.popAll() {
      if let left = keep(element) { dropped.append(left) }
    }
    return dropped
  }

  /// Buffers an element.
  ///
  /// - Returns: The element that the policy drops for it, if any.
  mutating func keep(_ element: MulticastElement) -> MulticastElement? {
    switch policy {
    case .unbounded:
      buffer.append(element)
      return nil
    case .bufferingAll(let limit):
      let dropped = buffer.count < limit ? nil : buffer.popFirst()
      buffer.append(element)
      return dropped
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

/// Elements that are taken in the order in which they were put in.
///
/// When threads change a store faster than its subscribers take the news, many updates wait: taking
/// one must not move the others.
struct UpdateQueue<Element> {
  private var slots: [Element?] = []
  private var head = 0

  /// Whether no element waits.
  var isEmpty: Bool { head == slots.count }

  /// Puts an element behind the others.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ element: Element) {
    slots.append(element)
  }

  /// Takes the element that has waited longest.
  ///
  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    // Emptied at once, so that the element lives no longer than who takes it wants.
    let element = slots[head].take()
    head += 1
    if head == slots.count {
      // A burst is not paid for ever after; a few slots are kept, for they will be used again.
      slots.removeAll(keepingCapacity: slots.capacity <= 64)
      head = 0
    } else if head >= 32, head * 2 >= slots.count {
      slots.removeSubrange(..<head)
      head = 0
    }
    return element
  }

  /// Takes all elements.
  mutating func popAll() -> [Element] {
    defer { self = UpdateQueue() }
    return slots[head...].compactMap(\.self)
  }
}

extension UpdateQueue: Sendable where Element: Sendable {}

/// Elements that are taken in the order in which they were put in.
///
/// Many updates wait when threads change a store faster than its subscribers take the news. Taking one update must not
/// move the others.
struct UpdateQueue<Element> {
  /// Elements from `head` to `tail`; the other slots are empty.
  private var slots: ContiguousArray<Element?> = []
  private var head = 0
  private var tail = 0

  /// How many elements wait.
  var count: Int { tail - head }

  /// Whether no element waits.
  var isEmpty: Bool { head == tail }

  /// Puts an element behind the others.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ element: Element) {
    if tail < slots.count {
      slots[tail] = element
    } else {
      slots.append(element)
    }
    tail += 1
  }

  /// Takes the element that has waited longest.
  ///
  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    guard head < tail else { return nil }
    // The slot is emptied at once, so that the element lives no longer than its receiver wants.
    let element = slots[head].take()
    head += 1
    if head == tail {
      head = 0
      tail = 0
      // A burst does not retain its memory permanently. A few slots stay allocated because they will be used again.
      if slots.count > 64 { slots = [] }
    } else if head >= 32, head * 2 >= tail {
      slots.removeSubrange(..<head)
      tail -= head
      head = 0
    }
    return element
  }

  /// Takes all elements.
  mutating func popAll() -> [Element] {
    defer { self = UpdateQueue() }
    return slots[head..<tail].compactMap { $0 }
  }
}

extension UpdateQueue: Sendable where Element: Sendable {}

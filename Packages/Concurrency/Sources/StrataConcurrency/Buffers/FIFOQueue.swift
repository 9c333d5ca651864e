/// Elements that are taken in the order in which they were put in.
///
/// ```
/// slots  [ nil ][ nil ][ c ][ d ][ e ]
///                       head
/// ```
///
/// Taken slots are emptied at once, so the element is released where it was taken. Their memory is released when they
/// are more than half.
@usableFromInline
struct FIFOQueue<Element> {
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var head = 0

  @inlinable init() {}

  /// How many elements wait.
  @inlinable var count: Int { slots.count - head }

  /// Whether no element waits.
  @inlinable var isEmpty: Bool { slots.count == head }

  /// Puts an element behind the others.
  ///
  /// - Complexity: O(1), amortised.
  @inlinable
  mutating func append(_ element: Element) {
    slots.append(element)
  }

  /// Takes the element that has waited longest.
  ///
  /// - Complexity: O(1), amortised.
  @inlinable
  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    let element = slots[head].take()
    head += 1
    if head == slots.count {
      // A burst does not retain its memory permanently. A few slots stay allocated because they will be used again.
      slots.removeAll(keepingCapacity: slots.capacity <= 64)
      head = 0
    } else if head >= 32, head * 2 >= slots.count {
      slots.removeSubrange(..<head)
      head = 0
    }
    return element
  }

  /// The elements, the one that has waited longest first.
  @inlinable var all: [Element] { slots[head...].compactMap { $0 } }

  /// Takes all elements.
  @inlinable
  mutating func popAll() -> [Element] {
    defer { self = FIFOQueue() }
    return slots[head...].compactMap { $0 }
  }
}

extension FIFOQueue: Sendable where Element: Sendable {}

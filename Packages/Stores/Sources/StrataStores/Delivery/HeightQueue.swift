/// Indices that are taken in the order of their heights, of one height in the order of arrival.
///
/// A heap. An index whose height has risen while it waits is reinserted when its turn comes. When heights may have
/// fallen, ``reorder(height:)`` has to be called.
struct HeightQueue {
  private struct Entry {
    var height: Int
    let arrival: Int
    let place: Int

    func isBefore(_ other: Entry) -> Bool {
      (height, arrival) < (other.height, other.arrival)
    }
  }

  private var heap: ContiguousArray<Entry> = []
  private var arrivals = 0

  /// Inserts an index.
  ///
  /// - Complexity: O(log *n*), O(1) if it is the highest.
  mutating func insert(_ place: Int, height: Int) {
    arrivals += 1
    insert(Entry(height: height, arrival: arrivals, place: place))
  }

  /// Takes the next index.
  ///
  /// - Parameter height: Gives the present height of an index.
  /// - Returns: The index; `nil` if none waits.
  /// - Complexity: O(log *n*) for each index that has risen, and for the one that is taken.
  mutating func popFirst(height: (Int) -> Int) -> Int? {
    while var first = heap.first {
      removeFirst()
      let risen = height(first.place)
      guard risen > first.height else { return first.place }
      first.height = risen
      insert(first)
    }
    return nil
  }

  /// Notes that heights may have fallen.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func reorder(height: (Int) -> Int) {
    let entries = heap
    heap.removeAll(keepingCapacity: true)
    for var entry in entries {
      entry.height = height(entry.place)
      insert(entry)
    }
  }

  /// Begins anew.
  mutating func removeAll() {
    heap.removeAll(keepingCapacity: heap.capacity <= 64)
    arrivals = 0
  }

  private mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var index = heap.count - 1
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
      guard heap[child].isBefore(heap[index]) else { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}

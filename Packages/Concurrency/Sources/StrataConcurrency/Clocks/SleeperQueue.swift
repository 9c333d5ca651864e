/// The sleepers of a clock and their deadlines: a pure machine under the clock's lock.
///
/// A binary heap by deadline, then by the order in which they went to sleep. A sleeper that is removed leaves a mark in
/// the heap. The mark is thrown away when it comes up, or when more than half of the heap is marks.
struct SleeperQueue<Sleeper> {
  /// Names a sleeper.
  typealias ID = UInt64

  private struct Mark: Sendable {
    let deadline: VirtualInstant
    let id: ID

    func isBefore(_ other: Mark) -> Bool {
      (deadline, id) < (other.deadline, other.id)
    }
  }

  private var heap: [Mark] = []
  private var sleepers: [ID: Sleeper] = [:]
  private var nextID: ID = 0

  /// How many sleep.
  var count: Int { sleepers.count }

  /// The deadline of the next to wake.
  ///
  /// - Complexity: O(1), amortised O(log *n*) for those that were removed.
  mutating func nextDeadline() -> VirtualInstant? {
    while let first = heap.first {
      if sleepers[first.id] != nil { return first.deadline }
      removeFirstMark()
    }
    return nil
  }

  /// Adds a sleeper.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(_ sleeper: Sleeper, until deadline: VirtualInstant) -> ID {
    let id = nextID
    nextID += 1
    sleepers[id] = sleeper
    heap.append(Mark(deadline: deadline, id: id))
    siftUp(heap.count - 1)
    return id
  }

  /// Takes a sleeper out before its time.
  ///
  /// - Complexity: O(1), amortised.
  mutating func remove(_ id: ID) -> Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
    if heap.count > 64, sleepers.count * 2 < heap.count {
      heap = heap.filter { sleepers[$0.id] != nil }.sorted { $0.isBefore($1) }
    }
    return sleeper
  }

  /// Takes the next sleeper that is due at an instant.
  ///
  /// - Complexity: O(log *n*).
  mutating func popDue(at now: VirtualInstant) -> Sleeper? {
    guard let deadline = nextDeadline(), deadline <= now, let id = heap.first?.id else {
      return nil
    }
    removeFirstMark()
    return sleepers.removeValue(forKey: id)
  }

  /// Takes all sleepers, in the order in which they would have woken.
  mutating func popAll() -> [Sleeper] {
    defer { self = SleeperQueue(nextID: nextID) }
    return heap.sorted { $0.isBefore($1) }.compactMap { sleepers[$0.id] }
  }

  init() {}

  private init(nextID: ID) {
    self.nextID = nextID
  }

  private mutating func removeFirstMark() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }
}

extension SleeperQueue: Sendable where Sleeper: Sendable {}

extension IdentifiedArray {
  /// Moves an element to another position.
  ///
  /// ```swift
  /// rows.move(from: 0, to: 2) // [a, b, c] becomes [b, c, a]
  /// ```
  ///
  /// - Parameters:
  ///   - source: The position of the element.
  ///   - target: Its position afterwards.
  /// - Precondition: Both are in bounds.
  /// - Complexity: A memory move of the elements between, and O(log *n*) entries of the hash table on average.
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    let size = storage.count
    IdentifiedArrayTrap.check(target, upTo: size - 1)
    if source == target { return }
    makeBoxUnique()
    let element = storage.remove(at: source)
    storage.insert(element, at: target)
    writeLabels(box.index.order.move(from: source, to: target, count: size))
    box.index.record(.move(element, from: source, to: target))
    checkInvariants(near: target)
  }

  /// Moves elements so that they stand, in their order, before the one that is at an offset now.
  ///
  /// - Parameters:
  ///   - source: Positions in any order, such as those of an index set.
  ///   - destination: A position before the move; `count` moves to the end.
  /// - Precondition: Each position is in bounds, and the destination is at most `count`.
  /// - Complexity: O(*k* *n*) memory moves, where *k* is the number of positions.
  @inlinable
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    let size = storage.count
    IdentifiedArrayTrap.check(destination, upTo: size)
    let positions = Set(source).sorted()
    let before = positions.prefix { $0 < destination }
    // Those before the destination close up to it from the last one down, those behind it from the first one up. No
    // move disturbs a position that is still to come.
    for (step, position) in before.reversed().enumerated() {
      move(from: position, to: destination - 1 - step)
    }
    for (step, position) in positions.dropFirst(before.count).enumerated() {
      move(from: position, to: destination + step)
    }
  }

  /// Exchanges two elements.
  ///
  /// - Precondition: Both positions are in bounds.
  /// - Complexity: O(1): two entries of the hash table.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    if first == second { return }
    makeBoxUnique()
    storage.swapAt(first, second)
    writeLabels(first..<first + 1)
    writeLabels(second..<second + 1)
    if box.index.log != nil {
      let (low, high) = first < second ? (first, second) : (second, first)
      box.index.record(.move(storage[low], from: high, to: low))
      // The element that was at `low` stands one further now.
      if high - low > 1 {
        box.index.record(.move(storage[high], from: low + 1, to: high))
      }
    }
    checkInvariants(near: first)
  }

  /// Sorts the elements by a predicate; equal ones stay in order.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first element shall come before the second.
  /// - Throws: The error that the predicate throws; then nothing changes.
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    reorder(try storage.sorted(by: areInIncreasingOrder))
  }

  /// Reverses the order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reverse() { reorder(storage.reversed()) }

  /// Brings the elements in a random order.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    reorder(storage.shuffled(using: &generator))
  }

  /// Brings the elements in a random order, drawn from the system's generator.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Takes over a new order of the same elements.
  @inlinable
  mutating func reorder(_ elements: [Element]) {
    if elements.elementsEqual(storage, by: { id(of: $0) == id(of: $1) }) { return }
    makeBoxUnique()
    storage = elements
    box.index.order.reset()
    writeLabels(0..<storage.count)
    box.index.log?.lose()
    checkInvariants(near: 0)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal ones stay in order.
  ///
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort() { reorder(storage.sorted()) }
}

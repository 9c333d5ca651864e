extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// - Returns: The element, or nil if there is none; then nothing changes.
  /// - Complexity: As ``index(id:)`` and ``remove(at:)``.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return removeChecked(at: position, id: id)
  }

  /// Removes an element that equals this one's id.
  ///
  /// - Returns: The element, or nil if there is none; then nothing changes.
  /// - Complexity: As ``index(id:)`` and ``remove(at:)``.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: box.identify(element))
  }

  /// Removes the element at a position.
  ///
  /// - Returns: The element.
  /// - Precondition: The position is in bounds.
  /// - Complexity: A memory move of the elements behind, and at most eight entries of the hash table. The first edit in
  ///   the middle also lays out *n* labels. O(1) next to the end.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    removeChecked(at: position, id: box.identify(storage[position]))
  }

  @inlinable
  mutating func removeChecked(at position: Int, id: ID) -> Element {
    makeBoxUnique()
    let changed = box.index.order.remove(at: position, count: storage.count)
    box.index.labels[id] = nil
    let element = storage.remove(at: position)
    writeLabels(changed)
    box.index.record(.remove(element, at: position))
    checkInvariants(near: position)
    return element
  }

  /// Removes the first element.
  ///
  /// - Returns: The element.
  /// - Precondition: The array is not empty.
  /// - Complexity: A memory move of all others.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element.
  ///
  /// - Returns: The element.
  /// - Precondition: The array is not empty.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: storage.count - 1) }

  /// Removes the last element if there is one.
  ///
  /// - Complexity: O(1)
  @inlinable
  public mutating func popLast() -> Element? { storage.isEmpty ? nil : removeLast() }

  /// Removes all elements that satisfy a predicate, in one pass.
  ///
  /// - Throws: The error that `shouldRemove` throws; then nothing changes.
  /// - Complexity: O(*n*) calls of `shouldRemove` and memory moves, and one entry of the hash table
  ///   for each removed element.
  @inlinable
  public mutating func removeAll<Failure: Error>(
    where shouldRemove: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    var positions: [Int] = []
    for position in storage.indices where try shouldRemove(storage[position]) {
      positions.append(position)
    }
    removePositions(positions)
  }

  /// Removes the elements at some positions, such as those of an index set.
  ///
  /// - Parameter offsets: Positions in any order; one that comes twice counts once.
  /// - Precondition: Each is in bounds.
  /// - Complexity: O(*n* + *k* log *k*), where *k* is the number of positions.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    removePositions(Set(offsets).sorted())
  }

  /// Removes the elements at a range of positions.
  ///
  /// - Precondition: The range is in bounds.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removePositions(Array(bounds.relative(to: storage)))
  }

  /// Removes all elements.
  ///
  /// - Parameter keepingCapacity: Whether the memory stays allocated for elements to come.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    makeBoxUnique()
    recordRemovals(storage.indices)
    box.index.labels.removeAll(keepingCapacity: keepingCapacity)
    box.index.order.reset()
    storage.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the elements at positions that rise.
  @inlinable
  mutating func removePositions(_ positions: [Int]) {
    guard let first = positions.first else { return }
    makeBoxUnique()
    recordRemovals(positions)
    for position in positions { box.index.labels[box.identify(storage[position])] = nil }
    let remaining = storage.count - positions.count
    var next = 0
    box.index.order.removeAll(
      from: first,
      count: storage.count,
      remaining: remaining
    ) { position in
      guard next < positions.count, positions[next] == position else { return false }
      next += 1
      return true
    }
    removeElements(at: positions)
    checkInvariants(near: first)
  }

  @inlinable
  mutating func removeElements(at positions: [Int]) {
    var kept = positions[0]
    var next = 0
    for position in kept..<storage.count {
      if next < positions.count, positions[next] == position {
        next += 1
      } else {
        storage.swapAt(kept, position)
        kept += 1
      }
    }
    storage.removeSubrange(kept...)
  }

  /// Records removals from the last one to the first.
  ///
  /// So each position is the one that the element has both at its turn and at the beginning.
  @inlinable
  mutating func recordRemovals(_ positions: some BidirectionalCollection<Int>) {
    guard box.index.log != nil else { return }
    for position in positions.reversed() {
      box.index.record(.remove(storage[position], at: position))
    }
  }
}

extension IdentifiedArray {
  /// Replaces the elements at a range of positions.
  ///
  /// The range is removed first, so new elements may have the ids of removed ones. An element whose
  /// id is then still taken, or was given before in the same call, is left out.
  ///
  /// - Precondition: The range is in bounds.
  /// - Complexity: O(*n* + *k*), where *k* is the number of new elements. Up to eight elements are
  ///   inserted one by one; more write the entries of all elements again.
  @inlinable
  public mutating func replaceSubrange(
    _ bounds: some RangeExpression<Int>,
    with elements: some Sequence<Element>
  ) {
    let range = bounds.relative(to: storage)
    IdentifiedArrayTrap.check(range.lowerBound, upTo: storage.count)
    IdentifiedArrayTrap.check(range.upperBound, upTo: storage.count)
    removePositions(Array(range))
    if range.lowerBound == storage.count {
      append(contentsOf: elements)
      return
    }
    let added = Array(elements)
    if added.count <= OrderLabels.tail {
      var position = range.lowerBound
      for element in added where insert(element, at: position).inserted { position += 1 }
    } else {
      insertMany(added, at: range.lowerBound)
    }
  }

  /// Inserts elements in one pass and writes the table's entries of all elements.
  @inlinable
  mutating func insertMany(_ elements: [Element], at position: Int) {
    makeBoxUnique()
    var added: [Element] = []
    added.reserveCapacity(elements.count)
    for element in elements {
      // Any label will do until all are written; meanwhile the table excludes equal ids.
      let id = box.identify(element)
      if box.index.labels[id] != nil { continue }
      box.index.labels[id] = 0
      box.index.record(.insert(element, at: position + added.count))
      added.append(element)
    }
    storage.insert(contentsOf: added, at: position)
    box.index.order.reset()
    writeLabels(0..<storage.count)
    checkInvariants(near: position)
  }
}

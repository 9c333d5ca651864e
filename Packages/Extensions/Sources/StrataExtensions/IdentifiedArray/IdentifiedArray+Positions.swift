extension IdentifiedArray {
  /// The element at a position.
  ///
  /// Changing it works in place. An element may get another id if no other element has it.
  ///
  /// - Precondition: The position is in bounds, and the element's new id is that of no other.
  /// - Complexity: O(1)
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let oldID = box.identify(storage[position])
      let old = logged(position)
      // A caller that throws ends the access too, so the check is deferred.
      defer { didModify(at: position, oldID: oldID, old: old) }
      yield &storage[position]
    }
  }

  /// The element at a position if a change log needs its former value.
  ///
  /// A reference to it makes the change copy the heap buffers of the element, so otherwise there is none.
  @inlinable
  func logged(_ position: Int) -> Element? {
    box.index.log == nil ? nil : storage[position]
  }

  /// Enters the id that an element has after it was changed in place.
  @inlinable
  mutating func didModify(at position: Int, oldID: ID, old: Element?) {
    let newID = box.identify(storage[position])
    if newID != oldID { rename(oldID, to: newID, at: position) }
    if let old {
      makeBoxUnique()
      box.index.record(.replace(old, with: storage[position], at: position))
    }
    checkInvariants(near: position)
  }

  @inlinable
  mutating func rename(_ oldID: ID, to newID: ID, at position: Int) {
    makeBoxUnique()
    if let owner = index(id: newID) {
      IdentifiedArrayTrap.idTaken(newID, at: owner, by: position)
    }
    box.index.labels[newID] = box.index.labels.removeValue(forKey: oldID)
  }

  /// Writes the table's entries of some positions, after labels and elements have moved.
  @inlinable
  mutating func writeLabels(_ positions: Range<Int>) {
    for position in positions {
      box.index.labels[box.identify(storage[position])] = box.index.order.label(at: position)
    }
  }
}

extension IdentifiedArray {
  /// The position of the element with an id, or nil if there is none.
  ///
  /// - Complexity: O(1) while the array grows and shrinks at its ends; at worst O(log *n*) after edits
  ///   in the middle.
  @inlinable
  public func index(id: ID) -> Int? { box.index.position(of: id) }

  /// Whether an element has the id.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func contains(id: ID) -> Bool { box.index.labels[id] != nil }

  /// The element with an id, or nil if there is none.
  ///
  /// Changing it works in place, without copying the element. Assigning nil removes the element; assigning an element
  /// to a missing id appends it.
  ///
  /// ```swift
  /// rows[id: 2]?.title = "Deux"
  /// rows[id: 2] = nil
  /// ```
  ///
  /// - Precondition: An assigned element has this id, or, when it replaces one, an id that no other element has.
  /// - Complexity: As ``index(id:)``; assigning nil as ``remove(id:)``.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { index(id: id).map { storage[$0] } }
    _modify {
      let position = index(id: id)
      let old = position.flatMap { logged($0) }
      var slot: Element?
      if let position { slot = takeOut(position) }
      // A caller that throws ends the access too, so putting back is deferred.
      defer {
        if let position {
          putBack(slot, at: position, id: id, old: old)
        } else if let slot {
          let newID = box.identify(slot)
          if newID != id { IdentifiedArrayTrap.otherID(newID, for: id) }
          append(slot)
        }
      }
      yield &slot
    }
  }

  /// Moves an element out, so that it is not copied; the last one takes its position.
  @inlinable
  mutating func takeOut(_ position: Int) -> Element {
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  /// Undoes ``takeOut(_:)`` with the element as the caller left it.
  @inlinable
  mutating func putBack(_ slot: consuming Element?, at position: Int, id: ID, old: Element?) {
    if let element = slot {
      storage.append(element)
      storage.swapAt(position, storage.count - 1)
      didModify(at: position, oldID: id, old: old)
      return
    }
    // The last element lies at `position`; it goes back to the end.
    if position < storage.count {
      storage.append(storage.remove(at: position))
    }
    makeBoxUnique()
    box.index.labels[id] = nil
    let changed = box.index.order.remove(at: position, count: storage.count + 1)
    writeLabels(changed)
    if let old { box.index.record(.remove(old, at: position)) }
    checkInvariants(near: position)
  }
}

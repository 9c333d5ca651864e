extension IdentifiedArray {
  /// Checks that table, labels and elements agree; does nothing in release builds.
  ///
  /// Small arrays are checked whole. Of larger ones only the position of the edit is checked. Otherwise each edit of a
  /// debug build would cost O(*n*) calls of user code. Tests call ``checkAllInvariants()``.
  @inlinable
  func checkInvariants(near position: Int) {
    #if DEBUG
    if storage.count <= 16 {
      checkAllInvariants()
      return
    }
    checkCounts()
    for adjacent in Swift.max(position - 1, 0)..<Swift.min(position + 2, storage.count) {
      checkEntry(at: adjacent)
    }
    #endif
  }

  #if DEBUG
  /// Checks every element; traps with a description of the first mistake.
  @usableFromInline
  func checkAllInvariants() {
    checkCounts()
    for position in storage.indices { checkEntry(at: position) }
    let spread = box.index.order.spread
    for (label, next) in zip(spread, spread.dropFirst()) {
      precondition(label < next, "IdentifiedArray: labels do not rise: \(label), \(next)")
    }
  }

  @usableFromInline
  func checkCounts() {
    let (size, entries) = (storage.count, box.index.labels.count)
    let labels = box.index.order.spread.count
    precondition(
      entries == size,
      "IdentifiedArray: \(size) elements have \(entries) entries in the table"
    )
    precondition(
      labels == 0 || labels == size,
      "IdentifiedArray: \(size) elements have \(labels) labels"
    )
  }

  @usableFromInline
  func checkEntry(at position: Int) {
    let id = box.identify(storage[position])
    let found = box.index.position(of: id)
    precondition(
      found == position,
      "IdentifiedArray: the id \(id) of the element at \(position) is found at "
        + "\(found.map(String.init) ?? "no position"). Does the element's id change by itself?"
    )
  }
  #endif
}

import StrataConcurrency

// For values whose types are known only at run time here, and to the program when it is compiled: what knows the type
// is inlined there, and takes an address from here. Code with the type as a parameter would look up dependent types,
// which takes many times as long as the read.

/// What a read of an attachment has found; see ``Context/beginCellRead(_:upwards:)``.
@safe
package enum CellMemory {
  /// The value's address, until ``Context/endCellRead()``.
  // SAFETY: an address; the reader holds the lock that guards what lies there.
  case value(UnsafeRawPointer)
  /// There is no attachment.
  case absent
  /// The read has to take the usual way.
  case unusual
}

extension Context {
  /// Takes the lock and finds the value of an attachment, if no scope notes the read and the value is readable now.
  ///
  /// - Parameters:
  ///   - layout: The attachment's layout.
  ///   - upwards: Whether the nearest attachment at or above this context counts.
  /// - Returns: With an address, the lock is taken until ``endCellRead()``. Until then no code of the library's user may
  ///   run, and nothing of it may be released.
  /// - Complexity: One lock pair, and a few nanoseconds for each context above.
  package func beginCellRead(_ layout: ObjectIdentifier, upwards: Bool) -> CellMemory {
    guard !Context.notesReads else { return .unusual }
    let lock = lock()
    guard let cell = upwards ? firstUpwards({ $0.cellLink(layout) }) : cellLink(layout) else {
      lock.unlock()
      return .absent
    }
    // An attachment has the lock of its owner, and a tree has one.
    var memory: CellMemory = .unusual
    cell.with { cell in
      guard unsafe cell.headers[0].flags.isDisjoint(with: .unreadable) else { return }
      unsafe memory = .value(UnsafeRawPointer(cell.address(ofSlotAt: 0)))
    }
    if case .unusual = memory { lock.unlock() }
    return memory
  }

  /// The attachment of a layout, uncounted; `nil` if there is none.
  private func cellLink(_ layout: ObjectIdentifier) -> ContextLink? {
    guard let link = parts?.keyed.link(of: layout), !link.isNone else { return nil }
    return link
  }

  /// Ends a read that has found an address.
  package func endCellRead() { unlockMemory() }
}

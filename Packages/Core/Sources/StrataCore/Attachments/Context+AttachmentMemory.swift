import StrataConcurrency

// For values whose types are known only at run time here, and to the program when it is compiled: what knows the type
// is inlined there, and takes an address from here. Code with the type as a parameter would look up dependent types,
// which takes many times as long as the read.

/// What a read of an attachment has found; see ``Context/beginAttachmentRead(_:upwards:)``.
@safe
package enum AttachmentMemory {
  /// The value's address, until ``Context/endAttachmentRead()``.
  // SAFETY: an address; the reader holds the lock that guards what lies there.
  case value(UnsafeRawPointer)
  /// There is no attachment.
  case uninitialized
  /// The read has to take the usual way.
  case slowPath
}

extension Context {
  /// Takes the lock and finds the value of an attachment, if no scope notes the read and the value is readable now.
  ///
  /// - Parameters:
  ///   - layout: The attachment's layout.
  ///   - upwards: Whether the nearest attachment at or above this context counts.
  /// - Returns: With an address, the lock is taken until ``endAttachmentRead()``. Until then no code of the library's user may
  ///   run, and nothing of it may be released.
  /// - Complexity: One lock pair, and a few nanoseconds for each context above.
  package func beginAttachmentRead(_ layout: ObjectIdentifier, upwards: Bool) -> AttachmentMemory {
    guard !Context.notesReads else { return .slowPath }
    let lock = lock()
    guard
      let attachment = upwards
        ? firstUpwards({ $0.attachmentLink(layout) }) : attachmentLink(layout)
    else {
      lock.unlock()
      return .uninitialized
    }
    // An attachment has the lock of its owner, and a tree has one.
    var memory: AttachmentMemory = .slowPath
    attachment.with { attachment in
      guard unsafe attachment.headers[0].flags.isDisjoint(with: .unreadable) else { return }
      unsafe memory = .value(UnsafeRawPointer(attachment.address(ofSlotAt: 0)))
    }
    if case .slowPath = memory { lock.unlock() }
    return memory
  }

  /// The attachment of a layout, uncounted; `nil` if there is none.
  private func attachmentLink(_ layout: ObjectIdentifier) -> ContextLink? {
    guard let link = facets?.keyed.link(of: layout), !link.isNone else { return nil }
    return link
  }

  /// Ends a read that has found an address.
  package func endAttachmentRead() { unlockMemory() }
}

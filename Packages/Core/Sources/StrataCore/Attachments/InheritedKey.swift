package import StrataConcurrency

/// Names a value that descendants inherit: a context has the value that it or its nearest ancestor has set.
package struct InheritedKey<Value: Sendable>: Sendable {
  /// The values that single contexts have set.
  package let values: AttachmentKey<Value?>
  /// Raised when a nearer context may have set a value for the first time.
  let sources: Signal

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics.
  ///   - family: The family that the value belongs to.
  ///   - declaration: The value's declaration, for diagnostics.
  ///   - isEqual: Whether two values are equal; an equal write notifies no one.
  package init(
    _ name: String,
    in family: AttachmentFamily,
    declaration: CallSite?,
    isEqual: (@Sendable (Value?, Value?) -> Bool)?
  ) {
    values = AttachmentKey(
      name,
      in: family,
      declaration: declaration,
      makeInitial: { nil },
      isEqual: isEqual
    )
    sources = .inherited(name)
  }
}

extension Context {
  /// The value of this context or of the nearest ancestor that has set one, or `nil`.
  ///
  /// At equal distance, the parent that was added first wins. A tracking scope observes the contexts that have set a
  /// value, up to the nearest, and one signal of this context. It does not observe the other contexts on the way.
  ///
  /// - Complexity: O(number of contexts above), some nanoseconds each.
  package func inherited<Value>(_ key: InheritedKey<Value>) -> Value? {
    watch(key.sources)
    guard let nearest = nearestAttachment(of: key.values.id) else { return nil }
    if let value = nearest.readObserved(key.values.slot) { return value }
    // The nearest has withdrawn its value, which is rare.
    for attachment in attachments(above: key.values.id) where attachment !== nearest {
      if let value = attachment.readObserved(key.values.slot) { return value }
    }
    return nil
  }

  private func nearestAttachment(of key: ObjectIdentifier) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return firstUpwards { $0.facets?.keyed[key] }
  }

  private func attachments(above key: ObjectIdentifier) -> [Context] {
    var attachments: [Context] = []
    let lock = lock()
    defer { lock.unlock() }
    forEachUpwards { context in
      if let attachment = context.facets?.keyed[key] { attachments.append(attachment) }
    }
    return attachments
  }

  /// Sets the value for this context and its descendants, or withdraws it.
  ///
  /// - Complexity: That of a write. A context's first write adds O(size of the subtree) if the tree has an observer of
  ///   inherited values.
  package func setInherited<Value>(_ key: InheritedKey<Value>, to value: Value?) {
    if let attachment = existingAttachment(of: key.values.layout) {
      return attachment.write(key.values.slot, value, isEqual: key.values.isEqual)
    }
    guard value != nil else { return }
    // One round, so that an observer of the new source also finds its value.
    transaction {
      let attachment = attachment(for: key.values)
      attachment.write(key.values.slot, value, isEqual: key.values.isEqual)
      for signal in watchedSources(of: key) { signal.bumpOwnVersion() }
    }
  }

  /// The signals of the value's observers at and below this context.
  ///
  /// It leaves out subtrees with a nearer value, because these observe that value.
  private func watchedSources<Value>(of key: InheritedKey<Value>) -> [Context] {
    var signals: [Context] = []
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, tree.hasSignals else { return [] }
    forEachBelow { below in
      if let signal = below.watchedSignal(key.sources.key.id) { signals.append(signal) }
      return below === self || !below.hasSet(key)
    }
    return signals
  }

  /// Called with the lock held.
  private func hasSet<Value>(_ key: InheritedKey<Value>) -> Bool {
    guard let attachment = facets?.keyed[key.values.id],
      unsafe !attachment.headers[0].flags.contains(.uninitialized)
    else { return false }
    return unsafe attachment.pointer(to: key.values.slot).pointee != nil
  }
}

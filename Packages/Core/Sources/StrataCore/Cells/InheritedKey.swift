package import StrataConcurrency

/// Names a value that descendants inherit: a context has the value that it or its nearest ancestor has set.
package struct InheritedKey<Value: Sendable>: Sendable {
  /// The values that single contexts have set.
  package let values: CellKey<Value?>
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
    in family: CellFamily,
    declaration: CallSite?,
    isEqual: (@Sendable (Value?, Value?) -> Bool)?
  ) {
    values = CellKey(
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
    guard let nearest = nearestCell(of: key.values.id) else { return nil }
    if let value = nearest.readObserved(key.values.slot) { return value }
    // The nearest has withdrawn its value, which is rare.
    for cell in cells(above: key.values.id) where cell !== nearest {
      if let value = cell.readObserved(key.values.slot) { return value }
    }
    return nil
  }

  private func nearestCell(of key: ObjectIdentifier) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return firstUpwards { $0.parts?.keyed[key] }
  }

  private func cells(above key: ObjectIdentifier) -> [Context] {
    var cells: [Context] = []
    let lock = lock()
    defer { lock.unlock() }
    forEachUpwards { context in
      if let cell = context.parts?.keyed[key] { cells.append(cell) }
    }
    return cells
  }

  /// Sets the value for this context and its descendants, or withdraws it.
  ///
  /// - Complexity: That of a write. A context's first write adds O(size of the subtree) if the tree has an observer of
  ///   inherited values.
  package func setInherited<Value>(_ key: InheritedKey<Value>, to value: Value?) {
    if let cell = existingCell(of: key.values.layout) {
      return cell.write(key.values.slot, value, isEqual: key.values.isEqual)
    }
    guard value != nil else { return }
    // One round, so that an observer of the new source also finds its value.
    transaction {
      let cell = cell(for: key.values)
      cell.write(key.values.slot, value, isEqual: key.values.isEqual)
      for signal in watchedSources(of: key) { signal.stirSelf() }
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
    guard let cell = parts?.keyed[key.values.id],
      unsafe !cell.headers[0].flags.contains(.absent)
    else { return false }
    return unsafe cell.pointer(to: key.values.slot).pointee != nil
  }
}

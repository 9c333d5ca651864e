package import StrataConcurrency

/// Names a value that contexts hand down: a context has the one that the nearest at or above it has
/// set.
package struct InheritedKey<Value: Sendable>: Sendable {
  /// What single contexts have set.
  let values: CellKey<Value?>
  /// Stirred where a nearer context may have set one for the first time.
  let sources: Signal

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics.
  ///   - family: What the value belongs to.
  ///   - declaration: Where it is declared.
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
  /// The value that the nearest context at or above this one has set, or `nil`.
  ///
  /// Nearest first, and at the same distance in the order in which contexts became parents. A tracking
  /// scope watches the places that have set one, up to the nearest, and one signal of this context: not
  /// each context on the way.
  ///
  /// - Complexity: O(number of contexts above), some nanoseconds each.
  package func inherited<Value>(_ key: InheritedKey<Value>) -> Value? {
    watch(key.sources)
    guard let nearest = nearestCell(of: key.values.id) else { return nil }
    if let value = nearest.readObserved(key.values.slot) { return value }
    // The nearest has taken its value back, which is rare.
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

  /// Sets the value here for this context and all below, or takes back what was set.
  ///
  /// - Complexity: That of a write; the first time at a context, O(size of the subtree) if somebody in
  ///   the tree watches inherited values.
  package func setInherited<Value>(_ key: InheritedKey<Value>, to value: Value?) {
    if let cell = existingCell(of: key.values.layout) {
      return cell.write(key.values.slot, value, isEqual: key.values.isEqual)
    }
    guard value != nil else { return }
    // One round: whoever is told that there is a nearer value finds it.
    transaction {
      let cell = cell(for: key.values)
      cell.write(key.values.slot, value, isEqual: key.values.isEqual)
      for signal in watchedSources(of: key) { signal.stirSelf() }
    }
  }

  /// The signals of those who watch the value at or below this context, but for those who have a
  /// nearer one, which they watch.
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

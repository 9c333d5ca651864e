import StrataConcurrency

extension Context {
  /// The value of a key in this context, for reading, writing and changing in place.
  ///
  /// It behaves as a slot does. An untracked read makes no attachment.
  ///
  /// - Complexity: That of a slot, plus O(number of keys in use here) and a second lock pair.
  public subscript<Value>(cell key: CellKey<Value>) -> Value {
    get {
      guard let cell = existingCell(of: key.layout) ?? trackedCell(for: key) else {
        return key.makeInitial()
      }
      return cell.readObserved(key.slot)
    }
    set { cell(for: key).write(key.slot, newValue, isEqual: key.isEqual) }
    _modify {
      let cell = cell(for: key)
      let memory = unsafe cell.checkOut(key.slot, keepsOld: true, isEqual: key.isEqual)
      defer { unsafe cell.checkIn(key.slot, memory, isEqual: key.isEqual) }
      yield unsafe &memory.pointee
    }
  }

  /// The attachment of a key, made if it is missing.
  ///
  /// The first slot of its layout stores the value.
  public func cell<Value>(for key: CellKey<Value>) -> Context {
    if let cell = existingCell(of: key.layout) { return cell }
    // Before the lock, because the initial value is user code.
    var initial: Value? = key.makeInitial()
    // Released after the lock, for the same reason.
    defer { withExtendedLifetime(initial) {} }
    let lock = lock()
    defer { lock.unlock() }
    if let cell = parts?.keyed[key.id] { return cell }
    let cell = Context(layout: key.layout, beside: self)
    if let value = initial.take() { cell.initialize(key.slot, to: value) }
    cell.beginLife(beside: self)
    ensuredParts.keyed.add(cell, for: key.id)
    return cell
  }

  /// The attachment with a layout, if it exists.
  public func existingCell(of layout: Layout) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed[ObjectIdentifier(layout)]
  }

  /// The attachments of this context whose values are state, in the order of their creation.
  public var cells: [Context] {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed.recordedCells ?? []
  }

  /// The context that owns this attachment; `nil` for other contexts, and while the attachment is in no tree.
  public var cellOwner: Context? {
    guard layout.cell != nil else { return nil }
    let lock = lock()
    defer { lock.unlock() }
    return parent
  }

  /// Reads a slot, also on behalf of Swift's own observation.
  func readObserved<Value>(_ slot: Slot<Value>) -> Value {
    ObservationBridge.access(self, slot.index)
    return read(slot)
  }

  /// The attachment of a key, if a tracking scope may need it.
  private func trackedCell<Value>(for key: CellKey<Value>) -> Context? {
    TrackingScope.isOpenHere || ObservationBridge.isAnyScopeOpen ? cell(for: key) : nil
  }

  /// Writes a slot whose values are compared by a closure, if there is one.
  func write<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    let lock = lock()
    guard unsafe headers[slot.index].flags.rawValue == 0,
      lock.attention & Attention.slowsWrites == 0
    else { return writeUnusual(slot, value, lock, isEqual: isEqual) }
    var value = value
    exchange(slot, with: &value)
    lock.unlock()
    withExtendedLifetime(value) {}
  }
}

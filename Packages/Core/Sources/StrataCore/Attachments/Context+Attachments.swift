import StrataConcurrency

extension Context {
  /// The value of a key in this context, for reading, writing and changing in place.
  ///
  /// It behaves as a slot does. An untracked read makes no attachment.
  ///
  /// - Complexity: That of a slot, plus O(number of keys in use here) and a second lock pair.
  public subscript<Value>(attachment key: AttachmentKey<Value>) -> Value {
    get {
      readObserved(key.slot) { existingAttachment(of: key.layout) ?? trackedAttachment(for: key) }
        ?? key.makeInitial()
    }
    set { attachment(for: key).write(key.slot, newValue, isEqual: key.isEqual) }
    _modify {
      let attachment = attachment(for: key)
      let memory = unsafe attachment.checkOut(key.slot, keepsOld: true, isEqual: key.isEqual)
      defer { unsafe attachment.checkIn(key.slot, memory, isEqual: key.isEqual) }
      yield unsafe &memory.pointee
    }
  }

  /// The attachment of a key, made if it is missing.
  ///
  /// The first slot of its layout stores the value.
  public func attachment<Value>(for key: AttachmentKey<Value>) -> Context {
    if let attachment = existingAttachment(of: key.layout) { return attachment }
    // Before the lock, because the initial value is user code.
    var initial: Value? = key.makeInitial()
    // Released after the lock, for the same reason.
    defer { withExtendedLifetime(initial) {} }
    let lock = lock()
    defer { lock.unlock() }
    if let attachment = facets?.keyed[key.id] { return attachment }
    let attachment = Context(layout: key.layout, beside: self)
    if let value = initial.take() { attachment.initialize(key.slot, to: value) }
    attachment.beginLifetime(beside: self)
    ensuredFacets.keyed.add(attachment, for: key.id)
    return attachment
  }

  /// The attachment with a layout, if it exists.
  package func existingAttachment(of layout: Layout) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.keyed[ObjectIdentifier(layout)]
  }

  /// The attachments of this context whose values are state, in the order of their creation.
  public var attachments: [Context] {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.keyed.recordedAttachments ?? []
  }

  /// The context that owns this attachment; `nil` for other contexts, and while the attachment is in no tree.
  public var attachmentOwner: Context? {
    guard layout.attachment != nil else { return nil }
    let lock = lock()
    defer { lock.unlock() }
    return parent
  }

  /// Reads a slot, also on behalf of Swift's own observation.
  func readObserved<Value>(_ slot: Slot<Value>) -> Value {
    ObservationBridge.access(self, slot.index)
    return read(slot)
  }

  /// Reads an attachment that this context may replace meanwhile, because it joins a tree again.
  ///
  /// The readers of the replaced one are taken over with it. A read that comes later is not, so it reads the one in its
  /// place as well.
  ///
  /// - Parameters:
  ///   - slot: The slot of the attachment.
  ///   - find: Finds the attachment.
  /// - Returns: The value; `nil` if there is no attachment.
  func readObserved<Value>(_ slot: Slot<Value>, of find: () -> Context?) -> Value? {
    var found = find()
    while let attachment = found {
      let value = attachment.readObserved(slot)
      // One that is live now was live when it was read, and has not been replaced before.
      guard !attachment.phase.isLive, Context.notesReads else { return value }
      found = find()
      if found === attachment || found == nil { return value }
    }
    return nil
  }

  /// The attachment of a key, if a tracking scope may need it.
  private func trackedAttachment<Value>(for key: AttachmentKey<Value>) -> Context? {
    TrackingScope.isOpenHere || ObservationBridge.isAnyScopeOpen ? attachment(for: key) : nil
  }

  /// Writes a slot whose values are compared by a closure, if there is one.
  func write<Value>(
    _ slot: Slot<Value>,
    _ value: Value,
    isEqual: ((Value, Value) -> Bool)?
  ) {
    let lock = lock()
    guard unsafe headers[slot.index].flags.rawValue == 0,
      lock.flagWord & TreeFlags.slowsWrites == 0
    else { return writeSlowPath(slot, value, lock, isEqual: isEqual) }
    var value = value
    exchange(slot, with: &value)
    lock.unlock()
    withExtendedLifetime(value) {}
  }
}

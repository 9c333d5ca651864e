public import StrataConcurrency
import Synchronization

extension Context {
  /// Adds an observer of a slot; called with the lock held.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - slot: The slot.
  ///   - derived: The observer, if it reads a derived value by itself.
  ///   - order: The number of an observer of several slots, which began before it has read this one.
  /// - Returns: The number that ``removeObserver(_:slot:)`` takes.
  func addObserver(
    _ observer: any SlotObserver,
    slot: Int,
    derived: ReadingObserver? = nil,
    order: UInt64? = nil
  ) -> UInt64 {
    let id = list(observer, slot: slot, derived: derived, order: order)
    unsafe headers[slot].flags.insert(.watched)
    return id
  }

  /// Adds an observer that reads a slot anew when it is notified; called with the lock held.
  ///
  /// In a context that is in no tree, it is notified when the context joins one.
  ///
  /// - Returns: The number that ``removeObserver(_:slot:)`` takes.
  func addReader(_ reader: any RereadingObserver, slot: Int, order: UInt64? = nil) -> UInt64 {
    let id = list(reader, slot: slot, order: order)
    if phase.isLive { unsafe headers[slot].flags.insert(.watched) }
    return id
  }

  /// Adds an observer of a slot to the list, without a change of what writes do; called with the lock held.
  func list(
    _ observer: any SlotObserver,
    slot: Int,
    derived: ReadingObserver? = nil,
    order: UInt64?
  ) -> UInt64 {
    let id = order ?? WatchList.nextID()
    ensuredFacets.addObserver(observer, id: id, slot: slot, derived: derived)
    if let producer, let facets { producer.noteObservers(facets.watchLists[slot]) }
    return id
  }

  /// Removes an observer of a slot; called without the lock.
  func removeObserver(_ id: UInt64, slot: Int) {
    let lock = lock()
    let removed = takeObserver(id, slot: slot)
    lock.unlock()
    withExtendedLifetime(removed) {}
  }

  /// Removes an observer of a slot; called with the lock held.
  ///
  /// - Returns: The observer, and a closure without a use, to be released after the lock.
  func takeObserver(_ id: UInt64, slot: Int) -> (any SlotObserver, body: AnyObject?)? {
    guard let facets, slot < facets.watchLists.count,
      let removed = facets.removeObserver(id, slot: slot)
    else { return nil }
    if facets.watchLists[slot].isEmpty { unsafe headers[slot].flags.remove(.watched) }
    producer?.noteObservers(facets.watchLists[slot])
    return (removed, producer?.takeUnusedBody())
  }

  /// Calls a closure after each change of a slot, on the thread that writes, outside all locks.
  ///
  /// As ``observe(_:at:_:)``, with the caller's line as the call site.
  ///
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe<Value>(
    _ slot: Slot<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: @escaping @Sendable (borrowing Change) -> Void
  ) -> Subscription {
    observe(
      slot,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      body
    )
  }

  /// Calls a closure after each change of a slot, on the thread that writes, outside all locks.
  ///
  /// Changes of one tree are delivered one at a time, in the order of their commits. A thread that commits while
  /// another delivers leaves its change to that thread. A transaction delivers nothing until it ends, and then each
  /// changed slot once.
  ///
  /// - Parameters:
  ///   - slot: The slot to observe.
  ///   - callSite: The call site of the observer, for reports.
  ///   - body: Called with each change.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe<Value>(
    _ slot: Slot<Value>,
    at callSite: CallSite,
    _ body: @escaping @Sendable (borrowing Change) -> Void
  ) -> Subscription {
    checkType(slot)
    let observer = Observer(callSite: callSite, body: body)
    let lock = lock()
    let id = addObserver(observer, slot: slot.index)
    lock.unlock()
    let index = slot.index
    return Subscription { [self] in
      observer.isCancelled.store(true, ordering: .relaxed)
      removeObserver(id, slot: index)
    }
  }
}

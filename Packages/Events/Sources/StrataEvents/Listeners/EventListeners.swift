/// The listeners of one position, in the order in which they were added.
///
/// One word while there are none. It is not safe by itself: its owner protects it with a lock. The owner makes every
/// change, so it can count the listeners of the whole tree. Without listeners, sending costs one read of that count.
public struct EventListeners<Sender: Sendable>: ~Copyable, Sendable {
  @usableFromInline var storage: EventListenerStorage<Sender>?

  /// Makes an empty list.
  @inlinable
  public init() {}

  /// Whether there are none.
  @inlinable
  public var isEmpty: Bool { storage == nil }

  /// How many there are.
  @inlinable
  public var count: Int { storage?.count ?? 0 }

  /// Adds a listener behind the others.
  ///
  /// - Precondition: The listener is in no list.
  /// - Complexity: O(1), amortised.
  @inlinable
  public mutating func add(_ listener: EventListener<Sender>) {
    precondition(listener.slot < 0, "EventListeners: a listener is added a second time")
    let storage = storage ?? EventListenerStorage()
    self.storage = storage
    storage.append(listener)
  }

  /// Removes a listener.
  ///
  /// It may still receive events whose delivery was made before.
  ///
  /// - Returns: Whether it was there.
  /// - Complexity: O(1), amortised.
  @inlinable
  @discardableResult
  public mutating func remove(_ listener: EventListener<Sender>) -> Bool {
    guard let storage, storage.remove(listener) else { return false }
    if storage.count == 0 { self.storage = nil }
    return true
  }

  /// Removes all listeners.
  ///
  /// - Returns: The listeners, in order; call ``EventListener/finish()`` on each once the lock is released.
  /// - Complexity: O(*n*).
  public mutating func removeAll() -> [EventListener<Sender>] {
    let listeners = storage?.removeAll() ?? []
    storage = nil
    return listeners
  }

  /// Adds the listeners that want an event to those that were selected for it, in order.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - origin: The direction of the sender, seen from the listeners' position.
  ///   - selected: The listeners of the event.
  /// - Complexity: O(*n*).
  @inlinable
  public borrowing func select<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<Sender>
  ) {
    select(ObjectIdentifier(Event.self), origin: origin, into: &selected) {
      $0.isMatchedCasting(by: event)
    }
  }

  /// Adds the listeners that want an event, which need not be known itself, to those that were selected for it.
  ///
  /// For a tree that selects in code which is compiled once for all types of events.
  ///
  /// - Parameters:
  ///   - type: The static type of the event.
  ///   - origin: The direction of the sender, seen from the listeners' position.
  ///   - selected: The listeners of the event.
  ///   - isMatched: Asks a listener to another type whether the event is one of its own; calls
  ///     ``EventListener/isMatchedCasting(by:)``.
  /// - Complexity: O(*n*).
  @inlinable
  @inline(__always)
  public borrowing func select(
    _ type: ObjectIdentifier,
    origin: Audience,
    into selected: inout SelectedListeners<Sender>,
    isMatched: (EventListener<Sender>) -> Bool
  ) {
    // SAFETY: this list retains the storage, and no code changes the list meanwhile.
    let storage = unsafe storage.map { unsafe Unmanaged.passUnretained($0) }
    unsafe storage?._withUnsafeGuaranteedRef {
      $0.select(type, origin: origin, into: &selected, isMatched: isMatched)
    }
  }
}

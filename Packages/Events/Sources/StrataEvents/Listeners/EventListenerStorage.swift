/// The slots of a list of listeners: freed ones are swept when they are more than half.
///
/// ```
/// slots  [ a ][ nil ][ c ][ d ]     a.slot = 0, c.slot = 2, d.slot = 3
/// ```
// SAFETY: belongs to one `EventListeners`, guarded as that is by its owner.
@usableFromInline
final class EventListenerStorage<Sender: Sendable>: @unchecked Sendable {
  @usableFromInline final var slots: ContiguousArray<EventListener<Sender>?> = []
  @usableFromInline final var count = 0

  @inlinable
  init() {}

  @inlinable
  func append(_ listener: EventListener<Sender>) {
    listener.slot = slots.count
    slots.append(listener)
    count += 1
  }

  @inlinable
  func remove(_ listener: EventListener<Sender>) -> Bool {
    guard slots.indices.contains(listener.slot), slots[listener.slot] === listener else {
      return false
    }
    slots[listener.slot] = nil
    listener.slot = -1
    count -= 1
    if slots.count > 8, 2 * count < slots.count { sweep() }
    return true
  }

  func removeAll() -> [EventListener<Sender>] {
    // A key path would be made anew at each call in generic code.
    let listeners = slots.compactMap { $0 }
    for listener in listeners { listener.slot = -1 }
    slots = []
    count = 0
    return listeners
  }

  @usableFromInline
  func sweep() {
    slots.removeAll { $0 == nil }
    for index in slots.indices { slots[index]?.slot = index }
  }
}

/// The slots of a list of listeners: freed ones are swept when they are more than half.
///
/// ```
/// slots  [ a ][ nil ][ c ][ d ]     a.slot = 0, c.slot = 2, d.slot = 3
/// ```
///
/// It has memory of its own, not an array, so a traversal of the slots counts no references. Each event makes one
/// traversal at every position with listeners.
// SAFETY: belongs to one `EventListeners`, which its owner's lock protects.
@safe
@usableFromInline
final class EventListenerStorage<Sender: Sendable>: @unchecked Sendable {
  // The body is behind a pointer. Each access to a variable of an object is checked for exclusivity when it runs. That
  // check took a quarter of the price of notifying one listener.
  @unsafe
  @usableFromInline
  struct Body {
    // SAFETY: `slotCount` of `capacity` slots are initialized; each retains its listener.
    @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<EventListener<Sender>>?>
    @usableFromInline var slotCount = 0
    var capacity: Int
    @usableFromInline var count = 0

    init(capacity: Int) {
      unsafe slots = .allocate(capacity: capacity)
      unsafe self.capacity = capacity
    }
  }

  @usableFromInline let body: UnsafeMutablePointer<Body>

  @usableFromInline
  init() {
    unsafe body = .allocate(capacity: 1)
    unsafe body.initialize(to: Body(capacity: 2))
  }

  deinit {
    for index in unsafe 0..<body.pointee.slotCount { unsafe body.pointee.slots[index]?.release() }
    unsafe body.pointee.slots.deallocate()
    unsafe body.deinitialize(count: 1)
    unsafe body.deallocate()
  }

  /// How many listeners there are.
  @inlinable var count: Int { unsafe body.pointee.count }
  /// How many slots are in use, or were.
  var slotCount: Int { unsafe body.pointee.slotCount }

  @usableFromInline
  func append(_ listener: EventListener<Sender>) {
    let end = slotCount
    if unsafe end == body.pointee.capacity { reserve(2 * end) }
    listener.slot = end
    unsafe (body.pointee.slots + end).initialize(to: .passRetained(listener))
    unsafe body.pointee.slotCount = end + 1
    unsafe body.pointee.count += 1
  }

  /// Removes a listener, which the caller retains.
  @usableFromInline
  func remove(_ listener: EventListener<Sender>) -> Bool {
    let slot = listener.slot
    // SAFETY: addresses are compared; the reference of the slot is released once it is out of it.
    guard slot >= 0, slot < slotCount, let kept = unsafe body.pointee.slots[slot],
      unsafe kept.toOpaque() == Unmanaged.passUnretained(listener).toOpaque()
    else { return false }
    unsafe body.pointee.slots[slot] = nil
    listener.slot = -1
    unsafe body.pointee.count -= 1
    unsafe kept.release()
    if slotCount > 8, 2 * count < slotCount { sweep() }
    return true
  }

  func removeAll() -> [EventListener<Sender>] {
    var listeners: [EventListener<Sender>] = []
    for index in 0..<slotCount {
      guard let kept = unsafe body.pointee.slots[index] else { continue }
      unsafe listeners.append(kept.takeRetainedValue())
    }
    for listener in listeners { listener.slot = -1 }
    unsafe body.pointee.slotCount = 0
    unsafe body.pointee.count = 0
    return listeners
  }

  /// Adds the listeners that want an event to those that were selected for it, in order.
  @inlinable
  @inline(__always)
  func select(
    _ type: ObjectIdentifier,
    origin: Audience,
    into selected: inout SelectedListeners<Sender>,
    isMatched: (EventListener<Sender>) -> Bool
  ) {
    let body = unsafe body
    for index in unsafe 0..<body.pointee.slotCount {
      guard let kept = unsafe body.pointee.slots[index] else { continue }
      // SAFETY: the slot retains the listener, and no code changes the slots meanwhile.
      unsafe kept._withUnsafeGuaranteedRef { listener in
        guard !listener.senders.isDisjoint(with: origin),
          listener.eventType == type || isMatched(listener)
        else { return }
        selected.append(listener)
      }
    }
  }

  private func sweep() {
    var next = 0
    let slots = unsafe body.pointee.slots
    for index in 0..<slotCount {
      guard let kept = unsafe slots[index] else { continue }
      unsafe slots[next] = unsafe kept
      unsafe kept._withUnsafeGuaranteedRef { $0.slot = next }
      next += 1
    }
    unsafe body.pointee.slotCount = next
  }

  private func reserve(_ capacity: Int) {
    // SAFETY: the slots in use move with their references, and the others are never looked at.
    let larger = UnsafeMutablePointer<Unmanaged<EventListener<Sender>>?>.allocate(
      capacity: capacity
    )
    unsafe larger.moveInitialize(from: body.pointee.slots, count: slotCount)
    unsafe body.pointee.slots.deallocate()
    unsafe body.pointee.slots = unsafe larger
    unsafe body.pointee.capacity = capacity
  }
}

@available(*, unavailable)
extension EventListenerStorage.Body: Sendable {}

// SAFETY: constants, and `slot` and `lastMismatch`. Only the one `EventListeners` that contains the listener touches
// those, under the same lock.
/// Something at one position that receives events, stored in its ``EventListeners``.
///
/// Most feed an ``EventStream``; ``listener(to:from:onFinish:_:)`` makes one that calls a closure.
public class EventListener<Sender: Sendable>: @unchecked Sendable {
  /// The senders whose events are wanted, seen from the listener's position.
  public final let senders: Audience

  @usableFromInline final let eventType: ObjectIdentifier
  private final let onFinish: @Sendable () -> Void

  /// Its slot in the listeners that contain it; negative when it is in none.
  @usableFromInline final var slot = -1
  /// The last type of event that was found not to match: casts that fail are slow.
  final var lastMismatch: ObjectIdentifier?

  init(
    eventType: ObjectIdentifier,
    senders: Audience,
    onFinish: @escaping @Sendable () -> Void
  ) {
    self.eventType = eventType
    self.senders = senders
    self.onFinish = onFinish
  }

  /// Notifies the listener that no event will come any more.
  ///
  /// Hold no lock, because objects that end with the listener may run code of the user. Later calls do nothing to a
  /// stream.
  public final func finish() {
    onFinish()
  }

  func isMatched<Event: Sendable>(by event: Event) -> Bool {
    preconditionFailure("EventListener: \(type(of: self)) does not say what matches it")
  }

  @usableFromInline
  func receiveCasting<Event: Sendable>(_ event: Event, from sender: Sender) {
    preconditionFailure("EventListener: \(type(of: self)) does not receive \(Event.self)")
  }
}

extension EventListener {
  @inlinable
  final func receive<Event: Sendable>(_ event: Event, from sender: Sender) {
    if eventType == ObjectIdentifier(Event.self) {
      // SAFETY: the only subclass is `TypedEventListener`, whose `eventType` is its `Event`.
      unsafe unsafeDowncast(self, to: TypedEventListener<Sender, Event>.self).body(event, sender)
    } else {
      receiveCasting(event, from: sender)
    }
  }

  /// Whether an event of another static type is one of the listener's: of a subclass, or of a type
  /// that conforms to the listener's protocol.
  ///
  /// - Precondition: The lock of the listener's list is held, as for all uses of the list.
  public final func isMatchedCasting<Event: Sendable>(by event: Event) -> Bool {
    let type = type(of: event as Any)
    guard lastMismatch != ObjectIdentifier(type) else { return false }
    let isMatched = isMatched(by: event)
    if !isMatched { lastMismatch = ObjectIdentifier(type) }
    return isMatched
  }
}

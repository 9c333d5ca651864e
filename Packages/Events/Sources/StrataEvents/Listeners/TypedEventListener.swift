// SAFETY: adds a constant, which is Sendable.
@usableFromInline
final class TypedEventListener<Sender: Sendable, Event: Sendable>: EventListener<Sender>,
  @unchecked Sendable
{
  @usableFromInline let body: @Sendable (Event, Sender) -> Void

  init(
    senders: Audience,
    onFinish: @escaping @Sendable () -> Void,
    body: @escaping @Sendable (Event, Sender) -> Void
  ) {
    self.body = body
    super.init(eventType: ObjectIdentifier(Event.self), senders: senders, onFinish: onFinish)
  }

  // A cast also converts: a number to an optional, an empty list to one of other elements, a class of Foundation to a
  // struct. A value that is another one after the cast is no event of this type.
  override func isMatched<Sent: Sendable>(by event: Sent) -> Bool {
    guard let cast = event as? Event else { return false }
    return type(of: cast as Any) == type(of: event as Any)
  }

  @usableFromInline
  override func receiveCasting<Sent: Sendable>(_ event: Sent, from sender: Sender) {
    if let event = event as? Event { body(event, sender) }
  }
}

extension EventListener {
  /// Makes a listener that calls a closure.
  ///
  /// - Parameters:
  ///   - type: The type of the events; `(any Sendable).self` for all, and a class or protocol also
  ///     for its subclasses or conforming types.
  ///   - senders: The senders whose events are wanted, seen from the listener's position.
  ///   - onFinish: Is called by ``finish()``.
  ///   - body: Receives the events, on the threads that send them, while no lock is held. Must not
  ///     block.
  /// - Returns: The listener, which is in no list yet.
  public static func listener<Event: Sendable>(
    to type: Event.Type,
    from senders: Audience = .everyone,
    onFinish: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (Event, Sender) -> Void
  ) -> EventListener<Sender> {
    TypedEventListener(senders: senders, onFinish: onFinish, body: body)
  }
}

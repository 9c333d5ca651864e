extension EventPosition {
  /// Finds out who listens to an event that is sent from here.
  ///
  /// Walks the tree: call it under the lock that guards the tree, if there is one, and
  /// ``EventDelivery/perform()`` on what it returns after giving the lock back. Who keeps a count
  /// of all listeners in the tree does not call it when that is zero.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: What listeners learn about who sent it.
  ///   - audience: Who receives it.
  /// - Returns: The event with its listeners: receivers in the order of
  ///   ``forEachReceiver(in:_:)``, listeners of one receiver in the order in which they were added.
  /// - Complexity: That of ``forEachReceiver(in:_:)``, and O(*n*) in the listeners on the way.
  @inlinable
  public func makeDelivery<Event>(
    of event: Event,
    from sender: EventSender,
    to audience: Audience = .standard
  ) -> EventDelivery<EventSender, Event> {
    var delivery = EventDelivery(event: event, sender: sender)
    forEachReceiver(in: audience) { receiver, origin in
      delivery.count += 1
      receiver.collectListeners(into: &delivery, origin: origin)
    }
    return delivery
  }
}

extension EventPosition {
  /// Finds out who listens to an event that is sent from here.
  ///
  /// Walks the tree: call it under the lock that guards the tree, if there is one, and
  /// ``SelectedListeners/receive(_:from:)`` on what it returns after giving the lock back. Who keeps a
  /// count of all listeners in the tree does not call it when that is zero.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - audience: Who receives it.
  /// - Returns: The listeners: receivers in the order of ``forEachReceiver(in:_:)``, listeners of one
  ///   receiver in the order in which they were added.
  /// - Complexity: That of ``forEachReceiver(in:_:)``, and O(*n*) in the listeners on the way.
  @inlinable
  @inline(__always)
  public func selectListeners<Event: Sendable>(
    for event: Event,
    in audience: Audience = .standard
  ) -> SelectedListeners<EventSender> {
    var selected = SelectedListeners<EventSender>()
    forEachReceiver(in: audience) { receiver, origin in
      selected.countReceiver()
      receiver.selectListeners(for: event, origin: origin, into: &selected)
    }
    return selected
  }

  /// Finds out who listens to an event that is sent from here, and keeps it with the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: What listeners learn about who sent it.
  ///   - audience: Who receives it.
  /// - Returns: The event with its listeners; ``EventDelivery/perform()`` tells them.
  /// - Complexity: That of ``selectListeners(for:in:)``.
  @inlinable
  public func makeDelivery<Event: Sendable>(
    of event: Event,
    from sender: EventSender,
    to audience: Audience = .standard
  ) -> EventDelivery<EventSender, Event> {
    EventDelivery(event: event, sender: sender, to: selectListeners(for: event, in: audience))
  }
}

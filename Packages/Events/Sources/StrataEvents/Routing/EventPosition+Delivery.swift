extension EventPosition {
  /// Finds the listeners of an event that is sent from here.
  ///
  /// This traverses the tree. Call it under the lock that protects the tree, if there is one. After releasing the lock,
  /// call ``SelectedListeners/receive(_:from:)`` on its result. An owner that counts all listeners in the tree does not
  /// call it when the count is zero.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - audience: The audience of the event.
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

  /// Finds the listeners of an event that is sent from here, and stores them with the event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: The information about the sender for the listeners.
  ///   - audience: The audience of the event.
  /// - Returns: The event with its listeners; ``EventDelivery/perform()`` notifies them.
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

public import StrataConcurrency

extension EventListener {
  /// Makes a listener that feeds a stream.
  ///
  /// Add the listener to the position's ``EventListeners`` before the stream is handed out; if the
  /// position is gone already, call ``finish()`` instead.
  ///
  /// - Parameters:
  ///   - type: The type of the events; `(any Sendable).self` for all, and a class or protocol also
  ///     for its subclasses or conforming types.
  ///   - senders: The senders whose events are wanted, seen from the listener's position.
  ///   - policy: The rule for events that arrive before they are asked for.
  ///   - onTermination: Is called once when the stream has ended, from whichever side, while no lock
  ///     is held; removes the listener from its position.
  ///   - transform: Makes the stream's element of an event and its sender, on the thread that sends;
  ///     `nil` leaves the event out.
  /// - Returns: The stream, and the listener that feeds it.
  public static func stream<Event: Sendable, Element: Sendable>(
    of type: Event.Type,
    from senders: Audience = .everyone,
    policy: BufferingPolicy = .standard,
    onTermination: @escaping @Sendable (EventListener<Sender>) -> Void,
    transform: @escaping @Sendable (Event, Sender) -> Element?
  ) -> (stream: EventStream<Element>, listener: EventListener<Sender>) {
    let multicast = Multicast<Element>()
    let listener = listener(to: type, from: senders) {
      multicast.finish()
    } _: { event, sender in
      if let element = transform(event, sender) { multicast.send(element) }
    }
    let sequence = multicast.subscribe(policy) { [weak listener] in
      if let listener { onTermination(listener) }
    }
    return (EventStream(sequence), listener)
  }

  /// Makes a listener that feeds a stream with the events themselves.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - senders: The senders whose events are wanted, seen from the listener's position.
  ///   - policy: The rule for events that arrive before they are asked for.
  ///   - onTermination: Removes the listener from its position.
  /// - Returns: The stream, and the listener that feeds it.
  public static func stream<Event: Sendable>(
    of type: Event.Type,
    from senders: Audience = .everyone,
    policy: BufferingPolicy = .standard,
    onTermination: @escaping @Sendable (EventListener<Sender>) -> Void
  ) -> (stream: EventStream<Event>, listener: EventListener<Sender>) {
    stream(of: type, from: senders, policy: policy, onTermination: onTermination) { event, _ in
      event
    }
  }

  /// Makes a listener that feeds a stream with a signal for each event equal to a value.
  ///
  /// - Parameters:
  ///   - event: The value. Events are compared on the thread that sends, while no lock is held.
  ///   - senders: The senders whose events are wanted, seen from the listener's position.
  ///   - policy: The rule for events that arrive before they are asked for.
  ///   - onTermination: Removes the listener from its position.
  /// - Returns: The stream, and the listener that feeds it.
  public static func stream<Event: Sendable & Equatable>(
    ofValue event: Event,
    from senders: Audience = .everyone,
    policy: BufferingPolicy = .standard,
    onTermination: @escaping @Sendable (EventListener<Sender>) -> Void
  ) -> (stream: EventStream<Void>, listener: EventListener<Sender>) {
    stream(of: Event.self, from: senders, policy: policy, onTermination: onTermination) {
      sent,
      _ in sent == event ? () : nil
    }
  }
}

public import StrataConcurrency
@_spi(Strata) public import StrataCore
public import StrataEvents

/// Who receives an event, seen from its sender.
public typealias EventReceivers = Audience

extension Model {
  /// Sends an event of the model's own kind.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - receivers: Who receives it: this model and all above it, when left out.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  @inlinable
  public func send(
    _ event: Event,
    to receivers: EventReceivers = [.self, .ancestors],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    anyPlace.eventContext.send(event, to: receivers, at: callSite)
  }

  /// Sends any value as an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - receivers: Who receives it: this model and all above it, when left out.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  @inlinable
  @_disfavoredOverload
  public func send<Sent: Sendable>(
    _ event: Sent,
    to receivers: EventReceivers = [.self, .ancestors],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    anyPlace.eventContext.send(event, to: receivers, at: callSite)
  }

  // MARK: Streams

  /// The events of this model's own kind that it sends itself.
  @inlinable
  public func events() -> ModelStream<Event> {
    stream(of: Event.self, from: .self) { event, _ in event }
  }

  /// All events of a type that reach this model.
  ///
  /// - Parameter type: The type of the events.
  /// - Returns: The events: its own, and those of models below that are sent to it.
  @inlinable
  public func events<Sent: Sendable>(ofType type: Sent.Type) -> ModelStream<Sent> {
    stream(of: type, from: .everyone) { event, _ in event }
  }

  /// A signal for each event of the model's own kind that equals a value, and that it sends itself.
  ///
  /// - Parameter event: The value.
  /// - Returns: The signals.
  @inlinable
  public func events(of event: Event) -> ModelStream<Void> where Event: Equatable {
    stream(of: Event.self, from: .self) { sent, _ in sent == event ? () : nil }
  }

  /// A signal for each event that equals a value, of this model or of any below.
  ///
  /// - Parameter event: The value.
  /// - Returns: The signals.
  @inlinable
  @_disfavoredOverload
  public func events<Sent: Sendable & Equatable>(of event: Sent) -> ModelStream<Void> {
    stream(of: Sent.self, from: .everyone) { sent, _ in sent == event ? () : nil }
  }

  /// The events of a kind of model below, each with the model that has sent it.
  ///
  /// - Parameter type: The kind of model.
  /// - Returns: The events and their senders.
  @inlinable
  public func events<Sender: Model>(
    fromType type: Sender.Type
  ) -> ModelStream<(event: Sender.Event, model: Sender)> {
    stream(of: Sender.Event.self, from: [.self, .descendants]) { event, sender in
      sender.model(of: Sender.self).map { (event, $0) }
    }
  }

  /// The models of a kind that send an event equal to a value.
  ///
  /// - Parameters:
  ///   - event: The value.
  ///   - type: The kind of model.
  /// - Returns: The senders.
  @inlinable
  public func events<Sender: Model>(
    of event: Sender.Event,
    fromType type: Sender.Type
  ) -> ModelStream<Sender> where Sender.Event: Equatable {
    stream(of: Sender.Event.self, from: [.self, .descendants]) { sent, sender in
      sent == event ? sender.model(of: Sender.self) : nil
    }
  }

  /// The events of a type that models of a kind send, each with its sender.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - sender: The kind of model.
  /// - Returns: The events and their senders.
  @inlinable
  public func events<Sent: Sendable, Sender: Model>(
    ofType type: Sent.Type,
    fromType sender: Sender.Type
  ) -> ModelStream<(event: Sent, model: Sender)> {
    stream(of: Sent.self, from: [.self, .descendants]) { event, place in
      place.model(of: Sender.self).map { (event, $0) }
    }
  }

  /// Makes a stream of events that begins now.
  @inlinable
  func stream<Sent: Sendable, Element: Sendable>(
    of type: Sent.Type,
    from senders: Audience,
    _ transform: @escaping @Sendable (Sent, PlaceReference) -> Element?
  ) -> ModelStream<Element> {
    anyPlace.stream(of: type, from: senders, transform)
  }
}

// All that knows the types of events is inlined into the program; see `beginRead(of:)`.
extension PlaceReference {
  /// Makes a stream of events that begins now, and ends with the place.
  @inlinable
  final func stream<Sent: Sendable, Element: Sendable>(
    of type: Sent.Type,
    from senders: Audience,
    _ transform: @escaping @Sendable (Sent, PlaceReference) -> Element?
  ) -> ModelStream<Element> {
    let multicast = Multicast<TimedElement<Element>>()
    let listener = EventListener<Context>.listener(to: type, from: senders) {
      multicast.finish()
    } _: { event, sender in
      guard let place = Self.place(of: sender) else { return }
      if let element = transform(event, place) { multicast.send(TimedElement(element)) }
    }
    let context = eventContext
    let sequence = multicast.subscribe { [weak listener, weak context] in
      if let listener { context?.removeListener(listener) }
    }
    context.addListener(listener)
    return ModelStream(timed: sequence)
  }

  /// What sends and receives the place's events.
  @usableFromInline final var eventContext: Context { anyPlace.context }

  /// The place whose events a context sends.
  @usableFromInline
  static func place(of sender: Context) -> PlaceReference? { sender.keptObject as? AnyPlace }

  /// A view of the place, if that is what a kind of model shows.
  @usableFromInline
  final func model<M: Model>(of type: M.Type) -> M? {
    let place = anyPlace
    guard place.modelType == ObjectIdentifier(type) else { return nil }
    return unsafe ModelConstruction.make(type, at: place.place(of: M.State.self))
  }

  /// Whether the place is one of a field of another.
  @usableFromInline
  final func isChild(of parent: PlaceReference, in field: StateField) -> Bool {
    let place = anyPlace
    return place.field === field && place.parent === parent
  }
}

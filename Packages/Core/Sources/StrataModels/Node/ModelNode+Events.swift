import StrataConcurrency
import StrataCore
public import StrataEvents

extension ModelNode {
  /// Sends an event of any type, by default to this model and all above it.
  ///
  /// Each receiver gets it once. An event that cannot reach any model is reported.
  @inlinable
  public func send<Event: Sendable>(
    _ event: Event,
    to audience: Audience = .standard,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    context.send(event, to: audience, at: callSite)
  }

  /// Sends an event of the model's own type, by default to this model and all above it.
  @inlinable
  public func send(
    _ event: M.Event,
    to audience: Audience = .standard,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    context.send(event, to: audience, at: callSite)
  }

  /// The times at which an event equal to this one is sent.
  ///
  /// An event of the model's own type counts when this model sends it. An event of another type counts when any
  /// model sends it whose audience includes this one. Counting starts at the call; nothing is lost before the
  /// first element is requested.
  public func event<Event: Sendable & Equatable>(
    of event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<Void> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let senders: Audience = Event.self == M.Event.self ? .self : .everyone
    return stream(of: Event.self, from: senders, at: callSite) { sent, _ in
      sent == event ? () : nil
    }
  }

  /// The times at which this model sends an event of its own type that equals this one, from the call on.
  ///
  /// As the function for events of any type, with a parameter whose type needs no name: `node.event(of: .tapped)`.
  public func event(
    of event: M.Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<Void> where M.Event: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: M.Event.self, from: .self, at: callSite) { sent, _ in
      sent == event ? () : nil
    }
  }

  /// The events of the model's own type that this model sends, from the call on.
  public func event(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<M.Event> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: M.Event.self, from: .self, at: callSite) { event, _ in event }
  }

  /// The events of one type that reach this model from any sender, from the call on.
  public func event<Event: Sendable>(
    ofType type: Event.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<Event> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: type, from: .everyone, at: callSite) { event, _ in event }
  }

  /// The own events of the models of one kind at or below this one, with the model that has sent
  /// each, from the call on.
  public func event<Child: Model>(
    fromType type: Child.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<(event: Child.Event, model: Child)> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: Child.Event.self, from: [.self, .descendants], at: callSite) {
      event,
      sender in
      Child.handle(of: sender).map { (event: event, model: $0) }
    }
  }
}

extension ModelNode {
  /// Makes the stream behind the public forms.
  func stream<Event: Sendable, Element: Sendable>(
    of type: Event.Type,
    from senders: Audience,
    at callSite: CallSite,
    transform: @escaping @Sendable (Event, Context) -> Element?
  ) -> EventStream<Element> {
    let (stream, listener) = EventListener<Context>.stream(
      of: type,
      from: senders,
      onTermination: { [weak context] in context?.removeListener($0) },
      transform: transform
    )
    if !context.addListener(listener) {
      ListeningOutsideTree.report("Events", of: context, at: callSite)
    }
    return stream
  }
}

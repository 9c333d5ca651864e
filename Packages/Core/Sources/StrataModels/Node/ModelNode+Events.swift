import StrataConcurrency
import StrataCore
public import StrataEvents

extension ModelNode {
  /// Sends an event of any type, by default to this model and all above it.
  ///
  /// Each receiver gets it once. An event that nobody can receive is reported.
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
  /// An event of the model's own type counts when this model sends it; one of another type, when
  /// any model does whose audience includes this one. Counted from the call on; nothing is lost before the first
  /// element is asked for.
  public func event<Event: Sendable & Equatable>(of event: Event) -> EventStream<Void> {
    stream(of: Event.self, from: Event.self == M.Event.self ? .self : .everyone) { sent, _ in
      sent == event ? () : nil
    }
  }

  /// The events of one type that reach this model, whoever sends them, from the call on.
  public func event<Event: Sendable>(ofType type: Event.Type) -> EventStream<Event> {
    stream(of: type, from: .everyone) { event, _ in event }
  }

  /// The own events of the models of one kind at or below this one, with the model that has sent
  /// each, from the call on.
  public func event<Child: Model>(
    fromType type: Child.Type
  ) -> EventStream<(event: Child.Event, model: Child)> {
    stream(of: Child.Event.self, from: [.self, .descendants]) { event, sender in
      Child.handle(of: sender).map { (event: event, model: $0) }
    }
  }

  private func stream<Event: Sendable, Element: Sendable>(
    of type: Event.Type,
    from senders: Audience,
    transform: @escaping @Sendable (Event, Context) -> Element?
  ) -> EventStream<Element> {
    let (stream, listener) = EventListener<Context>.stream(
      of: type,
      from: senders,
      onTermination: { [weak context] in context?.removeListener($0) },
      transform: transform
    )
    context.addListener(listener)
    return stream
  }
}

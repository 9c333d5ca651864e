public import StrataEvents
public import StrataExtensions

extension Model {
  /// The payloads of the events that are of a case of an enum.
  ///
  /// - Parameter path: The case: `/AppEvent.login`.
  /// - Returns: The payloads.
  @inlinable
  public func events<Sent: Sendable, Value: Sendable>(
    ofCase path: CasePath<Sent, Value>
  ) -> ModelStream<Value> {
    stream(of: Sent.self, from: .everyone) { event, _ in path.extract(from: event) }
  }

  /// The payloads of the events of a case that models of a kind send, each with its sender.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - type: The kind of model.
  /// - Returns: The payloads and their senders.
  @inlinable
  public func events<Sent: Sendable, Value: Sendable, Sender: Model>(
    ofCase path: CasePath<Sent, Value>,
    fromType type: Sender.Type
  ) -> ModelStream<(value: Value, model: Sender)> {
    stream(of: Sent.self, from: [.self, .descendants]) { event, sender in
      guard let value = path.extract(from: event) else { return nil }
      return sender.model(of: Sender.self).map { (value, $0) }
    }
  }
}

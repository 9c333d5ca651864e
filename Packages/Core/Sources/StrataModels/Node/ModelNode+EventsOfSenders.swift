import StrataConcurrency
import StrataCore
public import StrataEvents

// Events whose sender matters. A kind of sender is the type of a model, or a protocol that models conform to:
// `(any Deletable).self`.

extension ModelNode {
  /// The events of one type that models of one kind at or below this one send, each with its sender, from the
  /// call on.
  ///
  /// The kind may be a protocol:
  ///
  /// ```swift
  /// let edits = node.event(ofType: Edit.self, fromType: (any Editor).self)
  /// node.forEach(edits) { edit, editor in log.append("\(editor.title): \(edit)") }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the events, whether it is the senders' own or not.
  ///   - kind: The type of the models, or a protocol that they conform to.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  /// - Returns: The events with their senders.
  public func event<Event: Sendable, Sender: Sendable>(
    ofType type: Event.Type,
    fromType kind: Sender.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<(event: Event, model: Sender)> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: type, from: [.self, .descendants], at: callSite) { event, sender in
      (sender.anyModel as? Sender).map { (event: event, model: $0) }
    }
  }

  /// The models of one kind at or below this one that send an event of their own equal to this one,
  /// from the call on.
  public func event<Sender: Model>(
    of event: Sender.Event,
    fromType kind: Sender.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<Sender> where Sender.Event: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: Sender.Event.self, from: [.self, .descendants], at: callSite) {
      sent,
      sender in
      sent == event ? Sender.handle(of: sender) : nil
    }
  }

  /// The models of one kind at or below this one that send an event equal to this one, from the call on.
  ///
  /// The kind may be a protocol.
  @_disfavoredOverload
  public func event<Event: Sendable & Equatable, Sender: Sendable>(
    of event: Event,
    fromType kind: Sender.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> EventStream<Sender> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return stream(of: Event.self, from: [.self, .descendants], at: callSite) { sent, sender in
      sent == event ? sender.anyModel as? Sender : nil
    }
  }
}

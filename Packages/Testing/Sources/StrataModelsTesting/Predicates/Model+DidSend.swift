import StrataConcurrency
import StrataCore
public import StrataModels
public import StrataTesting

extension Model where Event: Equatable {
  /// Whether this model has sent an event, in an assertion, which then counts the event as asserted.
  ///
  /// Each event can be asserted once. Outside an assertion the call is reported.
  public func didSend(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestPredicate {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return TestScope.didSend(event, from: modelNode.context, at: place) { sent in
      (sent as? Event).map { $0 == event } ?? false
    }
  }
}

extension Model {
  /// Whether this model has sent an event of any type, in an assertion, which then counts the event as asserted.
  ///
  /// Each event can be asserted once. Outside an assertion the call is reported.
  @_disfavoredOverload
  public func didSend<Sent: Sendable & Equatable>(
    _ event: Sent,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestPredicate {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return TestScope.didSend(event, from: modelNode.context, at: place) { sent in
      (sent as? Sent).map { $0 == event } ?? false
    }
  }
}

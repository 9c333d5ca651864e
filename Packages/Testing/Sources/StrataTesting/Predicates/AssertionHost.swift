import StrataCore

/// The test that an assertion is part of.
protocol AssertionHost: AnyObject, Sendable {
  /// The events that no assertion has matched yet.
  var pendingEvents: [SentEvent] { get }

  /// Lets calls take part that an assertion asks for.
  func add(_ calls: any AssertableCalls)

  /// The sources of a context's value.
  func followed(by context: Context) -> [Context]
}

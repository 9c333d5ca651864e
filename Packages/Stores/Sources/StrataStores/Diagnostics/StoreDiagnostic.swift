import StrataConcurrency

/// The texts of all diagnostics of the stores.
struct StoreDiagnostic: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  static func replacedSubscription(_ subscriber: String, _ store: String) -> StoreDiagnostic {
    StoreDiagnostic(
      """
      \(subscriber) subscribes to \(store) a second time. The new subscription takes the place of \
      the old one. Call unsubscribe(from:) first if that is meant, or do both in one closure.
      """
    )
  }

  static func cycle(_ names: [String]) -> StoreDiagnostic {
    StoreDiagnostic(
      """
      A cycle of subscriptions: \(names.joined(separator: " -> ")), where each store is told by \
      the one before. Their updates have no order any more, and may never end. Let the stores \
      subscribe to a third one that holds what they share.
      """
    )
  }

  static func endlessCalls(_ name: String, limit: Int) -> StoreDiagnostic {
    StoreDiagnostic(
      """
      \(name) was changed by a subscriber that is told of the change, and so on: \(limit) calls of \
      this subscriber, each caused by one before. It is not told of the rest. Change the store only \
      when the state differs, or change it where the first change is made.
      """
    )
  }

  static func endlessPropagation(_ name: String, limit: Int) -> StoreDiagnostic {
    StoreDiagnostic(
      """
      \(name) was updated \(limit) times by one change, which its own updates cause again. The \
      rest is not delivered. Subscriptions must not form a circle in which each update makes \
      another.
      """
    )
  }
}

import StrataConcurrency

/// The subscriptions of a store to other stores, by the other store's identifier.
final class SubscriptionTable: Sendable {
  private let tokens = Locked<[String: any Cancellable]>([:], rank: .leaf)

  /// A copy of the table.
  var all: [String: any Cancellable] { tokens.withLock { $0 } }

  /// Retains a subscription.
  ///
  /// - Returns: The one it replaces.
  func keep(_ token: any Cancellable, for identifier: String) -> (any Cancellable)? {
    tokens.withLock { $0.updateValue(token, forKey: identifier) }
  }

  /// - Returns: The subscription, to be released outside the lock.
  func remove(_ identifier: String) -> (any Cancellable)? {
    tokens.withLock { $0.removeValue(forKey: identifier) }
  }
}

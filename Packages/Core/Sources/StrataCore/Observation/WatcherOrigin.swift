public import StrataConcurrency

/// Says what a watcher is and where it was made.
public struct WatcherOrigin: Sendable, Hashable, CustomStringConvertible {
  /// What it is: `observer`, `tracker`, the name of a subscription.
  public let kind: String
  /// Where it was made.
  public let callSite: CallSite

  /// Makes an origin.
  public init(kind: String, callSite: CallSite) {
    self.kind = kind
    self.callSite = callSite
  }

  /// `observer at App/Counter.swift:42`.
  public var description: String { "\(kind) at \(callSite)" }
}

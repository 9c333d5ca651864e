public import StrataConcurrency

/// The kind and call site of an observer.
public struct ObserverSite: Sendable, Hashable, CustomStringConvertible {
  /// The kind: `observer`, `tracker`, the name of a subscription.
  public let kind: String
  /// The call site that made it.
  public let callSite: CallSite

  /// Makes a description of an observer.
  public init(kind: String, callSite: CallSite) {
    self.kind = kind
    self.callSite = callSite
  }

  /// `observer at App/Counter.swift:42`.
  public var description: String { "\(kind) at \(callSite)" }
}

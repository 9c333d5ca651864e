/// A diagnostic about how the library is used: what happened, where, and what to do.
public struct Report: Sendable, Hashable, CustomStringConvertible {
  /// The event and its remedy, in whole sentences.
  public let message: String
  /// The line of the caller.
  public let callSite: CallSite

  /// Makes a report.
  public init(_ message: String, at callSite: CallSite) {
    self.message = message
    self.callSite = callSite
  }

  /// `App/Counter.swift:42: message`.
  public var description: String { "\(callSite): \(message)" }
}

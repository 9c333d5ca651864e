public import StrataConcurrency

/// Something that a test found wrong.
public struct TestFailure: Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing.
  public enum Kind: String, Sendable, Hashable {
    /// An assertion was not met.
    case assertion
    /// State changed that no assertion has read.
    case state
    /// An event was sent that was not asserted.
    case events
    /// A probe was called, which was not asserted.
    case probes
    /// A task is still running.
    case tasks
    /// Something outlives the test.
    case lifetime
    /// More, or less, happened than was allowed.
    case budget
    /// The library was used wrongly.
    case misuse
    /// A simulation came to no end.
    case simulation
  }

  /// What kind of thing.
  public let kind: Kind
  /// What happened and what to do, in whole sentences.
  public let message: String
  /// The line of the test.
  public let callSite: CallSite
  /// Whether the test has chosen not to fail by it, only to be told.
  public let isSkipped: Bool

  init(_ kind: Kind, _ message: String, at callSite: CallSite, isSkipped: Bool = false) {
    self.kind = kind
    self.message = message
    self.callSite = callSite
    self.isSkipped = isSkipped
  }

  /// `App/CounterTests.swift:42: message`.
  public var description: String { "\(callSite): \(message)" }
}

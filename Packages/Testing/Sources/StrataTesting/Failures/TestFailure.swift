@_spi(Strata) public import StrataConcurrency
public import Testing

/// A failure of a test.
public struct TestFailure: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Kind: String, Sendable, Hashable {
    /// An assertion was not met.
    case assertion
    /// State changed that no assertion has read.
    case state
    /// A local value changed that no assertion has read.
    case local
    /// A value of the environment was set that no assertion has read.
    case environment
    /// A preference was contributed that no assertion has read.
    case preference
    /// A property was written, and the value was not asserted.
    case transitions
    /// An event was sent that was not asserted.
    case events
    /// A probe was called, and the call was not asserted.
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

  /// The kind of the failure.
  public let kind: Kind
  /// The event and its remedy, in whole sentences.
  public let message: String
  /// The line of the test; that of its trait for failures at the end.
  public let callSite: CallSite
  /// The place to show, if it is not the call site.
  ///
  /// For failures at the end of a test it is the test's declaration. For reports whose caller could not pass its line
  /// on, it is the caller's line, which the stack has told.
  public internal(set) var testLocation: SourceLocation?
  /// Whether the test has chosen not to fail by it, only to see it.
  public let isSkipped: Bool
  /// Whether it is worth a warning and no failure.
  public let isWarning: Bool

  init(
    _ kind: Kind,
    _ message: String,
    at callSite: CallSite,
    isSkipped: Bool = false,
    isWarning: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.callSite = callSite
    self.isSkipped = isSkipped
    self.isWarning = isWarning
  }

  /// The failure for a report of the library, in the test with a declaration.
  ///
  /// Made while the report is handled, because the caller's line may be known to the stack alone.
  static func misuse(_ report: Report, in test: SourceLocation? = nil) -> TestFailure {
    let caller = report.isNear ? CallerLine.find() : nil
    let file = caller?.fileID ?? report.callSite.fileID.description
    var failure = TestFailure(
      .misuse,
      FailureText.misuse(report.message, reportedIn: file, test),
      at: report.callSite
    )
    failure.testLocation = caller
    return failure
  }

  /// The same failure at another line.
  func moved(to place: CallSite) -> TestFailure {
    TestFailure(kind, message, at: place, isSkipped: isSkipped, isWarning: isWarning)
  }

  /// `App/CounterTests.swift:42: message`.
  public var description: String {
    let place = testLocation.map { "\($0.fileID):\($0.line)" } ?? callSite.description
    return "\(place): \(message)"
  }
}

import StrataConcurrency

/// Calls that a test has to assert, such as those of a probe.
protocol AssertableCalls: AnyObject, Sendable {
  /// The line that made it.
  var callSite: CallSite { get }
  /// In how many testers it takes part because it was made in the same test.
  var adoptions: Locked<Int> { get }
  /// How many calls there were.
  var callCount: Int { get }

  /// Notes that a call was asserted.
  func consume(_ number: Int)

  /// Notes that calls need not be asserted.
  ///
  /// - Parameter count: How many calls came before them.
  func excuseCalls(after count: Int)

  /// Forgets the calls until now.
  func reset()

  /// The failure for the calls that have to be asserted and were not; they are not checked again.
  ///
  /// - Returns: `nil` if there are none.
  func takeOmission() -> String?
}

@_spi(Strata) import StrataConcurrency
import Testing

/// Makes failures of the reports of one test: one failure for each message and line.
///
/// A loop that reads a missing dependency reports each read, and its line is one mistake.
final class MisuseFilter: Sendable {
  /// A report, with the line that a test runner shows.
  private struct Shown: Hashable {
    let message: String
    let place: String
  }

  private let seen = Locked<Set<Shown>>([], rank: .leaf)

  /// The failure for a report of the library.
  ///
  /// - Parameters:
  ///   - report: The report; the caller's line may be known to the stack alone, so it has to be on the stack.
  ///   - test: The declaration of the test.
  /// - Returns: The failure; `nil` if the test has it already.
  func failure(of report: Report, in test: SourceLocation? = nil) -> TestFailure? {
    let failure = TestFailure.misuse(report, in: test)
    return isFirst(failure) ? failure : nil
  }

  /// Whether the test does not have a failure yet; it has it from now on.
  func isFirst(_ failure: TestFailure) -> Bool {
    let place = failure.testLocation.map { "\($0.fileID):\($0.line):\($0.column)" }
    let callSite = failure.callSite
    let shown = Shown(message: failure.message, place: place ?? "\(callSite):\(callSite.column)")
    return seen.withLock { $0.insert(shown).inserted }
  }
}

#if canImport(XCTest)
import Foundation
@_spi(Strata) import StrataConcurrency
import Testing
import XCTest

/// The running `XCTestCase`.
///
/// XCTest runs one test of a process at a time, and tells its observers which.
final class RunningTestCase: NSObject, XCTestObservation {
  private struct State: Sendable {
    /// The filter of the reports; another one from the next test on.
    var filter = MisuseFilter()
    var testCase: TestCaseReference?
  }

  private static let state = Locked(State(), rank: .leaf)
  private static let isObserving = Locked(false, rank: .leaf)

  /// The filter of the reports of the running test; one that knows no report if the running test may be another one
  /// than before.
  static var filter: MisuseFilter {
    observe() ? state.withLock { $0.filter } : MisuseFilter()
  }

  /// Begins to listen to XCTest.
  ///
  /// XCTest notifies its observers on the main thread, and keeps them without a lock. So the first report on another
  /// thread only asks the main thread to listen.
  ///
  /// - Returns: Whether it listens.
  private static func observe() -> Bool {
    if isObserving.withLock({ $0 }) { return true }
    guard Thread.isMainThread else {
      DispatchQueue.main.async { _ = observe() }
      return false
    }
    isObserving.withLock { $0 = true }
    XCTestObservationCenter.shared.addTestObserver(RunningTestCase())
    return true
  }

  /// Makes a failure one of the running test, at a line that the compiler does not know.
  ///
  /// - Returns: Whether the running test is known.
  static func record(_ message: String, at place: SourceLocation) -> Bool {
    guard let testCase = state.withLock({ $0.testCase })?.testCase else { return false }
    #if canImport(ObjectiveC)
    let location = XCTSourceCodeLocation(filePath: place.filePath, lineNumber: place.line)
    testCase.record(
      XCTIssue(
        type: .assertionFailure,
        compactDescription: message,
        sourceCodeContext: XCTSourceCodeContext(location: location)
      )
    )
    #else
    testCase.recordFailure(
      withDescription: "failed - \(message)",
      inFile: place.filePath,
      atLine: place.line,
      expected: true
    )
    #endif
    return true
  }

  /// Runs a test that is known without an observer.
  static func with(_ testCase: XCTestCase, _ operation: () -> Void) {
    begin(testCase)
    operation()
    end()
  }

  private static func begin(_ testCase: XCTestCase) {
    state.withLock { $0 = State(testCase: TestCaseReference(testCase: testCase)) }
  }

  private static func end() { state.withLock { $0.testCase = nil } }

  func testCaseWillStart(_ testCase: XCTestCase) { Self.begin(testCase) }

  func testCaseDidFinish(_ testCase: XCTestCase) { Self.end() }
}

// SAFETY: a failure is recorded for it alone, which XCTest's own functions do from any thread as well.
private struct TestCaseReference: @unchecked Sendable {
  weak var testCase: XCTestCase?
}
#endif

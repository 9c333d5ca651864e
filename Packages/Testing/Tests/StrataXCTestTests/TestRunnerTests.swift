import StrataConcurrency
import StrataModels
import StrataModelsTesting
import Testing
import XCTest

@testable import StrataTesting

/// What XCTest is told of failures and warnings.
final class TestRunnerTests: XCTestCase {
  /// The failures that are noted instead of failing the test; `nil` if they fail it.
  private var noted: [String]?

  #if !canImport(ObjectiveC)
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    guard noted == nil else {
      noted?.append("\(lineNumber): \(description)")
      return
    }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }

  func testAFailureFailsTheTestAtItsLine() {
    noted = []
    FailureSink.report(.assertion, "No such state.", at: CallSite.thisLine())
    let found = noted
    noted = nil
    XCTAssertEqual(found, ["\(#line - 3): failed - No such state."])
  }

  /// The same mistake at the same line.
  private func misuse() {
    ReportSink.report(
      "It is wrong.",
      at: CallSite(
        fileID: #fileID,
        filePath: #filePath,
        line: 1,
        column: 1
      )
    )
  }

  func testAMistakeThatIsRepeatedIsOneFailureOfATest() { expectOneFailure() }

  func testAMistakeThatIsRepeatedIsAFailureOfTheNextTestAsWell() { expectOneFailure() }

  private func expectOneFailure() {
    noted = []
    for _ in 0..<3 { misuse() }
    let found = noted
    noted = nil
    XCTAssertEqual(found, ["1: failed - It is wrong."])
  }

  /// They do not run on the main thread, so a repeated mistake may be told again.
  func testAMistakeOfAnAsynchronousTestIsItsFailure() async { await misuseElsewhere() }

  func testTheSameMistakeOfTheNextOneIsItsFailureAsWell() async { await misuseElsewhere() }

  private func misuseElsewhere() async {
    noted = []
    for _ in 0..<3 { misuse() }
    let found = noted
    noted = nil
    XCTAssertEqual(Set(found ?? []), ["1: failed - It is wrong."])
  }

  /// A line that is found at run time is one that `XCTFail` does not take.
  func testAFailureIsAtALineThatIsFoundAtRunTime() {
    RunningTestCase.with(self) {
      noted = []
      var failure = TestFailure(.assertion, "No such state.", at: CallSite.thisLine())
      failure.testLocation = SourceLocation(
        fileID: "A/B.swift",
        filePath: "/A/B.swift",
        line: 42,
        column: 1
      )
      TestRunner.record(failure)
    }
    let found = noted
    noted = nil
    XCTAssertEqual(found, ["42: failed - No such state."])
  }
  #endif

  /// An order that does not fit the test is a warning.
  func testAWarningDoesNotFailTheTest() async throws {
    let count = try await withTestScope(.replaying([1, 1, 1, 1]), exhaustivity: .off) {
      let (tally, _) = Tally().andTester()
      for _ in 0..<2 { tally.addSoon() }
      await expect(tally.count == 2)
      return tally.count
    }
    XCTAssertEqual(count, 2)
  }
}

import Foundation
@_spi(Strata) import StrataConcurrency
import Testing

#if canImport(XCTest)
import XCTest
#endif

/// The test library whose test runs.
enum TestRunner {
  /// Makes a failure one of the running test.
  static func record(_ failure: TestFailure) {
    if failure.isSkipped { return print("skipped: \(failure)") }
    if atExit.withLock({ $0.hasBegun }) { return recordAtExit(failure) }
    let callSite = failure.callSite
    guard isSwiftTesting else {
      #if canImport(XCTest)
      if failure.isWarning { return print("warning: \(failure)") }
      if let place = failure.testLocation, RunningTestCase.record(failure.message, at: place) {
        return
      }
      // `XCTFail` takes a file's name only from the compiler.
      let place = failure.testLocation.map { "\n\nAt \($0.fileID):\($0.line)." } ?? ""
      XCTFail(failure.message + place, file: callSite.filePath, line: callSite.line)
      #endif
      return
    }
    Issue.record(
      Comment(rawValue: failure.message),
      severity: failure.isWarning ? .warning : .error,
      sourceLocation: failure.testLocation
        ?? SourceLocation(
          fileID: callSite.fileID.description,
          filePath: callSite.filePath.description,
          line: Int(callSite.line),
          column: max(Int(callSite.column), 1)
        )
    )
  }

  private static let atExit = Locked((hasBegun: false, hasFailed: false), rank: .leaf)

  /// Notes that the process ends: the test libraries take no failures from now on.
  static func beginExit() { atExit.withLock { $0.hasBegun = true } }

  /// Whether there were failures after the end of all tests.
  static var hasFailedAtExit: Bool { atExit.withLock { $0.hasFailed } }

  private static func recordAtExit(_ failure: TestFailure) {
    if !failure.isWarning { atExit.withLock { $0.hasFailed = true } }
    printAtExit("\(failure)")
  }

  static func printAtExit(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n\n".utf8))
  }

  /// The running test, for the last word of a process that has to be ended.
  static var testName: String { Test.current.map { "The test \($0.name)" } ?? "The test" }

  // Each library runs its tests in a process of its own, so the arguments show which one it is.
  private static let isSwiftTestingProcess = CommandLine.arguments.contains("--testing-library")

  private static var isSwiftTesting: Bool { Test.current != nil || isSwiftTestingProcess }

  /// Whether this process runs tests, as far as its arguments and the running code show.
  static var runsTests: Bool {
    isSwiftTesting || CommandLine.arguments.first?.hasSuffix("xctest") == true
  }

  /// Makes a report a failure of the running test.
  ///
  /// For trees whose test runs in no scope; in a scope it is done by a task-local value.
  static func record(_ report: Report) {
    let failure = TestFailure.misuse(report)
    guard let filter = FailureSink.currentMisuse ?? runningTestFilter else {
      return FailureSink.current(failure)
    }
    if filter.isFirst(failure) { FailureSink.current(failure) }
  }

  private static let filters = Locked<[String: MisuseFilter]>([:], rank: .leaf)

  /// The filter of the running case of a test; `nil` where Swift Testing does not know which test runs.
  private static var runningTestFilter: MisuseFilter? {
    guard let test = Test.current else {
      #if canImport(XCTest)
      return isSwiftTesting ? nil : RunningTestCase.filter
      #else
      return nil
      #endif
    }
    // Each case of a test with arguments fails on its own, and shows its arguments in its description.
    let name = "\(test.id) \(Test.Case.current.map { "\($0)" } ?? "")"
    return filters.withLock { filters in
      if let filter = filters[name] { return filter }
      let filter = MisuseFilter()
      filters[name] = filter
      return filter
    }
  }
}

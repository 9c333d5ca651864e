@_spi(Strata) import StrataConcurrency

/// Receives the reports of tests that run in no scope.
///
/// ``ReportSink`` finds this class by its name, so it is not called anywhere.
final class TestReports: TestReportReceiver {
  static var handler: ReportSink.Handler? {
    guard TestRunner.runsTests else { return nil }
    return { TestRunner.record($0) }
  }
}

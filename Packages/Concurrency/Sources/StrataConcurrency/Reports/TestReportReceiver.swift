/// The part of test support that makes a report a failure of the running test.
@_spi(Strata)
public protocol TestReportReceiver: AnyObject {
  /// The handler, or `nil` in a process that runs no tests. It drops repeated reports by itself.
  static var handler: ReportSink.Handler? { get }
}

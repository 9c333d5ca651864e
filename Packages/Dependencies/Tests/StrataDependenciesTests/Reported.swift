import StrataConcurrency

/// The reports made while a closure runs.
func reports(during operation: () throws -> Void) rethrows -> [Report] {
  let reports = Locked<[Report]>([], rank: .leaf)
  let handler: ReportSink.Handler = { report in reports.withLock { $0.append(report) } }
  try ReportSink.withHandler(handler, operation: operation)
  return reports.withLock { $0 }
}

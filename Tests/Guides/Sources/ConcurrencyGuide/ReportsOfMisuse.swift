import ArticleOutput
import StrataConcurrency

func divide(
  _ dividend: Int,
  by divisor: Int,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> Int {
  guard divisor != 0 else {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ReportSink.report("A division by zero gives 0. Ask before you divide.", at: callSite)
    return 0
  }
  return dividend / divisor
}

@Sendable func reportsOfMisuse() async throws {
  let handler: ReportSink.Handler = { print("reported:", $0.message) }
  ReportSink.withHandler(handler) {
    print(divide(6, by: 0))
  }
}

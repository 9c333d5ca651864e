import StrataConcurrency
import Testing

private func place(
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> CallSite {
  CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
}

@Suite struct CallSiteTests {
  @Test func namesTheCallersLine() {
    let site = place()
    #expect(site.line == #line - 1)
    #expect(site.description == "StrataConcurrencyTests/CallSiteTests.swift:\(#line - 2)")
    #expect("\(site.filePath)".hasSuffix("Reports/CallSiteTests.swift"))
  }

  @Test func thisLineIsTheLineOfTheCall() {
    #expect(CallSite.thisLine().line == #line)
  }

  @Test func tellsTwoCallsOfOneLineApartByColumn() {
    let (first, second) = (place(), place())
    #expect(first.line == second.line)
    #expect(first != second)
  }

  @Test func isEqualAndHashesEqualForTheSameCall() {
    let sites = (0..<2).map { _ in place() }
    #expect(sites[0] == sites[1])
    #expect(sites[0].hashValue == sites[1].hashValue)
    #expect(Set(sites).count == 1)
  }
}

import StrataTestFindings
import Testing

@testable import StrataTesting

/// Lists in suggested lines: written in full while they are short.
@Suite struct LongListTests {
  private struct Row: Identifiable, Sendable {
    let id: Int
    // Without a literal, so that the list has none.
    let action: @Sendable () -> Void = {}
  }

  @Test(arguments: [(200, 1), (201, 0)])
  func elementsOfUpToTwoHundredAreComparedOneByOne(count: Int, appended: Int) {
    let rows = (0..<count).map { Row(id: $0) }
    let lines = StateChanges.lines("$0.rows", from: Array(rows.dropLast()), to: rows)
    #expect(lines.count == 1)
    #expect(lines.count { $0.hasPrefix("$0.rows.append(") } == appended)
    let fewer = StateChanges.lines("$0.rows", from: rows, to: Array(rows.dropLast()))
    #expect(fewer.count == 1)
    #expect(fewer.count { $0 == "$0.rows.remove(at: \(count - 1))" } == appended)
  }

  @Test func aListOfUpToFortyCharactersIsWritten() {
    let list = [10_000_000, 20_000_000, 30_000_000, 40_000_000]
    #expect(SourceLiteral.assertion("rows", list) == "rows == \(list)")
    #expect(SourceLiteral.assertion("rows", list.map { $0 * -1 }) == "rows.count == 4")
  }
}

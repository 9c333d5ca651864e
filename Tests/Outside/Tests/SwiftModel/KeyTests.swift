import Strata
import StrataConcurrency
import StrataModelsTesting
import StrataRendering
import Testing

/// Models, and values that contain models, as keys.
@Suite(.modelTesting(exhaustivity: .off)) struct KeyTests {
  @Model struct Row: Hashable {
    var number = 0
    var text = ""
  }

  struct Key: Hashable, Sendable {
    let row: Row
    let width: Int
  }

  @Model struct Table {
    var rows: [Row] = []

    func width(of row: Row) -> Int { node.memoize(for: row) { row.number * 2 } }
    func width(of key: Key) -> Int { node.memoize(for: key) { key.row.number * key.width } }
  }

  @Test func aModelIsAKeyOfAMemoizedValue() {
    let table = Table(rows: [Row(number: 1), Row(number: 2)]).withAnchor()
    #expect(table.rows.map { table.width(of: $0) } == [2, 4])
    let probe = RenderProbe { table.rows.map { table.width(of: $0) } }
    table.rows[0].number = 3
    #expect(probe.output == [6, 4])
    table.node.resetMemoization(for: table.rows[0])
    #expect(table.width(of: table.rows[0]) == 6)
  }

  @Test func aValueWithAModelIsAKeyOfAMemoizedValue() {
    let table = Table(rows: [Row(number: 1)]).withAnchor()
    let other = Row(number: 5).withAnchor()
    let keys = { @Sendable in [Key(row: table.rows[0], width: 3), Key(row: other, width: 3)] }
    #expect(keys().map { table.width(of: $0) } == [3, 15])
    let probe = RenderProbe { keys().map { table.width(of: $0) } }
    table.rows[0].number = 2
    other.number = 6
    #expect(probe.output == [6, 18])
    for key in keys() { table.node.resetMemoization(for: key) }
    #expect(probe.output == [6, 18])
  }
}

import StrataModels
import Synchronization
import Testing

/// Saved states that are restored while another thread replaces the same models.
@Suite struct RestoringAmongWritersTests {
  @Test func eachThreadSeesAllRowsOfOneOfTheTwo() throws {
    let table = SavableTable(rows: 10).withAnchor()
    let saved = try table.savedState()
    let wrong = Atomic(0)
    let found = reports {
      onThreads(2) { number in
        for _ in 0..<200 {
          if number == 0 {
            _ = try? table.restoreState(from: saved)
          } else {
            table.rows = (0..<10).map { SavableRow($0 + 100) }
          }
          if table.rows.count != 10 { wrong.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(found == [])
  }
}

private struct SavableRow: SavableModel {
  static let modelLayout = ModelLayout<SavableRow>("SavableRow") { $0.slot("number", \.number) }
  var modelNode = ModelNode<SavableRow>()

  var number: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(_ number: Int) { modelNode.initialize(0, to: number) }

  init(saved values: SavedValues) throws { self.init(0) }
}

private struct SavableTable: SavableModel {
  static let modelLayout = ModelLayout<SavableTable>("SavableTable") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<SavableTable>()

  var rows: [SavableRow] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(rows count: Int) { modelNode.initialize(0, to: (0..<count).map { SavableRow($0) }) }

  init(saved values: SavedValues) throws { self.init(rows: 0) }
}

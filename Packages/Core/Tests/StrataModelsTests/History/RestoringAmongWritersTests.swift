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

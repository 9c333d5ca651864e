import Strata
import StrataConcurrency
import Testing

@Model struct Renumbered {
  var id: Int
  var title = ""

  func renumber(_ number: Int) { id = number }
}

@Model struct NumberTable {
  var table: IdentifiedArrayOf<Renumbered> = []
  var list: [Renumbered] = []
  var single: Renumbered? = nil
}

/// An identified array does not find a model whose id was changed under it.
@Suite struct ChangedIDTests {
  private let board = NumberTable().withAnchor()

  private func reports(_ body: () -> Void) -> [String] {
    let reports = Log()
    ReportSink.withHandler {
      reports.add($0.message)
    } operation: {
      body()
    }
    return reports.entries
  }

  @Test func aChangeInsideAnIdentifiedArrayIsReported() {
    board.table = [Renumbered(id: 1), Renumbered(id: 2)]
    let first = board.table[0]
    for change in [{ first.id = 7 }, { first.id += 1 }, { first.renumber(9) }] {
      #expect(
        reports(change) == [
          """
          The id of a Renumbered was changed while NumberTable.table contains it. An identified array finds an element by the \
          id with which it was added, so it does not find this one. Make the id a constant, and replace the element by \
          one with another id.
          """
        ]
      )
    }
  }

  @Test func elsewhereAnIDMayChange() {
    let item = Renumbered(id: 1)
    board.list = [item, Renumbered(id: 2)]
    board.single = Renumbered(id: 3)
    #expect(reports { item.id = 2 } == [])
    #expect(reports { board.single?.id = 4 } == [])
    #expect(reports { Renumbered(id: 5).id = 6 } == [])
  }

  @Test func theSameIDIsNoChange() {
    board.table = [Renumbered(id: 1)]
    #expect(reports { board.table[id: 1]?.id = 1 } == [])
    #expect(reports { board.table[id: 1]?.title = "new" } == [])
  }

  @Test func aChangeOfTheElementInPlaceKeepsItFound() {
    board.table = [Renumbered(id: 1), Renumbered(id: 2)]
    func renumber(_ item: inout Renumbered) { item.id = 5 }
    #expect(reports { renumber(&board.table[0]) } == [])
    #expect(board.table[id: 5]?.id == 5)
    #expect(board.table[id: 1] == nil)
  }
}

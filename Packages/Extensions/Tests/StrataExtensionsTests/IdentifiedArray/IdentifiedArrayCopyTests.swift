@_spi(Strata) import StrataExtensions
import Testing

/// Copies share a table until one of them is edited.
@Suite struct IdentifiedArrayCopyTests {
  private static let edits: [@Sendable (inout IdentifiedArrayOf<Row>) -> Void] = [
    { $0.append(Row(100)) },
    { $0.insert(Row(100), at: 20) },
    { $0.insert(contentsOf: (100..<120).map { Row($0) }, at: 20) },
    { $0.update(Row(3, "new")) },
    { $0[3].title = "new" },
    { $0[3].id = 100 },
    { $0[id: 3]?.title = "new" },
    { $0[id: 3] = nil },
    { $0.remove(at: 3) },
    { $0.removeAll { $0.id.isMultiple(of: 2) } },
    { $0.removeAll() },
    { $0.move(from: 3, to: 30) },
    { $0.swapAt(3, 30) },
    { $0.reverse() },
  ]

  @Test(arguments: edits.indices) func aCopyIsWholeAfterAnEditOfTheOther(edit: Int) {
    let copy = rows(0..<40)
    var array = copy
    Self.edits[edit](&array)
    #expect(copy.elements == (0..<40).map { Row($0) })
    #expect((0..<40).allSatisfy { copy.index(id: $0) == $0 })
    #expect((100..<120).allSatisfy { !copy.contains(id: $0) })
    #expect(array.ids.enumerated().allSatisfy { array.index(id: $1) == $0 })
  }

  @Test(arguments: edits.indices) func anEditOfACopyIsNotInTheLogOfTheOther(edit: Int) {
    var array = rows(0..<40)
    let token = array.beginChangeLog()
    array.append(Row(50))
    var copy = array
    Self.edits[edit](&copy)
    #expect(array.takeChangeLog(token) == [.insert(Row(50), at: 40)])
  }

  @Test func aCopyThatWasChangedBeforeTheBeginningHasNoLog() {
    var array = rows([1])
    var copy = array
    copy[0].title = "new"
    let token = array.beginChangeLog()
    array = copy
    #expect(array.takeChangeLog(token) == nil)
  }

  @Test func aCopyHasItsLogAlsoWhenThatOfTheOtherWasTaken() {
    var array = rows([1])
    let token = array.beginChangeLog()
    array.append(Row(2))
    var copy = array
    #expect(array.takeChangeLog(token) == [.insert(Row(2), at: 1)])
    #expect(copy.takeChangeLog(token) == [.insert(Row(2), at: 1)])
  }
}

import MainActorProgram
import StrataExtensions
import Testing

@Suite struct BoardTests {
  @Test func changesRowsInPlace() {
    let board = Board()
    board.add("one")
    board.add("two")
    board.rename(1, to: "zwei")
    board.remove(0)
    #expect(board.cards.map(\.title) == ["zwei"])
  }
}

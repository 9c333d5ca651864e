import BoardFixtures
import BoardModels
import StrataExtensions
import StrataOneStore
import StrataOneStoreTesting
import StrataRendering
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeskModelTests {
  private func card(_ id: Int, _ title: String = "A") -> Operation {
    .addCard(CardModel.State(id: id, column: 1, title: title), at: .max)
  }

  @Test(.simulated()) func aChangeIsMadeAndSaid() async throws {
    let store = TestStore<DeskModel>(initialState: DeskModel.State())
    @TestModel var desk = store.model
    let entry = try desk.change([card(1)], .test)
    await $desk.receive(.changed(entry))
    await $desk.assert { try? $0.accept(entry) }
    #expect(store.state.board.columns[0].cards == [1])
  }

  @Test func aChangeThatFailsLeavesNothing() {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let before = store.state
    #expect(throws: BoardFault("There is no card #7.", isMissing: true)) {
      try store.model.change([card(1), .removeCard(id: 7)], .test)
    }
    #expect(store.state == before)
  }

  @Test func viewsSeeTheBoardAsItWas() throws {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let desk = store.model
    let board = desk.$board
    try desk.change([card(1, "First")], .test)
    try desk.change([card(2, "Second")], .test)
    let probe = RenderProbe { board.$columns.first?.cards ?? [] }
    let title = RenderProbe { board.card(2)?.title }
    #expect(probe.output == [1, 2])
    #expect(title.output == "Second")
    let history = store.state.history
    store.stateOverride = DeskModel.State(board: try history.board(at: 1), history: history)
    #expect(probe.output == [1])
    #expect(title.output == nil)
    #expect(store.state.board.cards.count == 2)
    store.stateOverride = nil
    #expect(probe.output == [1, 2])
    #expect(title.output == "Second")
  }

  @Test func numbersAreNeverGivenTwice() throws {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let desk = store.model
    try desk.change([card(1)], .test)
    try desk.undo(1, .test)
    #expect(store.state.board.nextCard == 2)
    try desk.redo(1, .test)
    #expect(store.state.board.cards[1]?.title == "A")
  }

  @Test func columnsAreFoundByTheBeginningOfTheirNames() throws {
    let board = BoardModel.State.new
    #expect(try board.column(named: "DOI").name == "Doing")
    #expect(try board.column(named: "to do").name == "To do")
    #expect(try board.column(named: "todo").name == "To do")
    #expect(try board.column(named: "3").name == "Done")
    #expect(throws: BoardFault.self) { try board.column(named: "do") }
    #expect(throws: BoardFault.self) { try board.column(named: "later") }
    #expect(throws: BoardFault.self) { try board.column(named: "") }
    #expect(throws: BoardFault.self) { try board.column(named: " ") }
  }

  @Test(arguments: [
    "a\u{1B}[2J", "a\nb", "\u{202E}x", "  ", "", String(repeating: "é", count: 501),
  ])
  func titlesKeepTheRule(title: String) {
    var board = BoardModel.State.new
    #expect(throws: BoardFault.self) { try board.apply(card(1, title)) }
    #expect(board == .new)
  }
}

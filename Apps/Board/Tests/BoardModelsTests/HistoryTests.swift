import BoardFixtures
import BoardModels
import StrataExtensions
import StrataOneStore
import Testing

@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
  /// The state of a `DeskModel` after so many changes, with the boards after each of them.
  private func makeDesk(seed: Int, changes: Int) -> (DeskModel.State, [BoardModel.State]) {
    let store = Store<DeskModel>(initialState: DeskModel.State())
    let desk = store.model
    var numbers = Numbers(seed: UInt64(seed))
    var boards = [store.state.board]
    while boards.count <= changes {
      let made: Entry?
      switch numbers.next(5) {
      case 0: made = try? desk.undo(numbers.next(3) + 1, .test)
      case 1: made = try? desk.redo(numbers.next(3) + 1, .test)
      default: made = try? desk.change([store.state.board.anyOperation(&numbers)], .test)
      }
      if made != nil { boards.append(store.state.board) }
    }
    return (store.state, boards)
  }

  @Test(arguments: 0..<4) func theBoardIsFoundAsItWasAfterEachChange(seed: Int) throws {
    let (state, boards) = makeDesk(seed: seed, changes: 120)
    for (number, board) in boards.enumerated() {
      #expect(try state.history.board(at: number) == board)
    }
    #expect(throws: BoardFault.self) { try state.history.board(at: 121) }
    #expect(throws: BoardFault.self) { try state.history.board(at: -1) }
  }

  @Test(arguments: 0..<4) func allCanBeTakenBackAndMadeAgain(seed: Int) throws {
    let (state, boards) = makeDesk(seed: seed, changes: 120)
    let store = Store<DeskModel>(initialState: state)
    let desk = store.model
    let count = state.history.undoable
    for _ in 0..<count { try desk.undo(1, .test) }
    var first = boards[0]
    // Numbers are never given twice.
    first.nextCard = store.state.board.nextCard
    first.nextColumn = store.state.board.nextColumn
    #expect(store.state.board == first)
    #expect(throws: BoardFault.self) { try desk.undo(1, .test) }
    try desk.redo(count, .test)
    #expect(store.state.board.cards == state.board.cards)
    #expect(store.state.board.columns == state.board.columns)
  }

  @Test(arguments: 0..<4) func foldingLeavesTheBoardAndWhatIsKept(seed: Int) throws {
    let (state, boards) = makeDesk(seed: seed, changes: 80)
    for kept in [0, 1, 7, 40, 80, 1_000] {
      let folded = try state.history.folding(keeping: kept)
      #expect(folded.entries.count >= min(kept, 80))
      #expect(folded.folded + folded.entries.count == 80)
      var (board, history) = (folded.base, History(base: folded.base, folded: folded.folded))
      for entry in folded.entries { try history.accept(entry, on: &board) }
      for number in folded.folded...80 {
        #expect(try history.board(at: number) == boards[number])
      }
      if folded.folded > 0 {
        #expect(throws: BoardFault.self) { try history.board(at: folded.folded - 1) }
      }
    }
  }

  @Test func eachCardLiesInItsColumnOnce() {
    let (_, boards) = makeDesk(seed: 9, changes: 300)
    for board in boards {
      let places = board.columns.flatMap { column in column.cards.map { ($0, column.id) } }
      #expect(places.count == board.cards.count)
      for (card, column) in places { #expect(board.cards[card]?.column == column) }
    }
  }

  @Test func aHistoryIsBoundedInItsSteps() throws {
    var state = DeskModel.State()
    func accept(_ kind: Entry.Kind) throws {
      try state.accept(Entry(number: state.history.count + 1, note: .test, kind: kind))
    }
    let names = (0..<10_000).map { Operation.renameBoard("\($0)") }
    try accept(.change(names))
    #expect(throws: BoardFault.self) { try accept(.undo(1_001)) }
    var turns = 0
    // A few bytes each, and ten thousand steps.
    while turns < 1_000, (try? accept(turns.isMultiple(of: 2) ? .undo(1) : .redo(1))) != nil {
      turns += 1
    }
    #expect(turns == 199)
  }

  /// A history of a few lines must not pass over more cards than a machine can in a few seconds.
  @Test func passingOverCardsIsWork() throws {
    var board = BoardModel.State.new
    for id in 1...20_000 {
      _ = try board.apply(.addCard(CardModel.State(id: id, column: 1, title: "x"), at: .max))
    }
    // From the top and back to it: past twenty thousand cards.
    #expect(try work(of: .moveCard(id: 1, to: 1, at: 0), on: board) == 1 + 2 * 20_000 / 256)
    #expect(try work(of: .removeCard(id: 1), on: board) == 1 + 19_999 / 256)
    #expect(try work(of: .moveCard(id: 1, to: 2, at: .max), on: board) == 1 + 19_999 / 256)
    // The last card passes over none.
    #expect(try work(of: .moveCard(id: 20_000, to: 2, at: .max), on: board) == 1)
    #expect(try work(of: .removeCard(id: 20_000), on: board) == 1)
  }

  @Test func longTextsAndNamesOfColumnsAreWork() throws {
    var board = BoardModel.State.new
    _ = try board.apply(.addCard(CardModel.State(id: 1, column: 1, title: "x"), at: 0))
    var edit = CardEdit()
    edit.items = (0..<100).map { _ in ChecklistItem(text: String(repeating: "x", count: 504)) }
    #expect(try work(of: .editCard(id: 1, edit), on: board) == 201)
    edit.items = [ChecklistItem(text: "short")]
    #expect(try work(of: .editCard(id: 1, edit), on: board) == 1)
    let few = try work(of: .moveColumn(id: 1, at: 2), on: board)
    for id in 4...40 {
      let name = "\(id) " + String(repeating: "x", count: 150)
      _ = try board.apply(.addColumn(id: id, name: name, limit: nil, at: 0))
    }
    #expect(try work(of: .moveColumn(id: 1, at: 2), on: board) > 20 * few)
  }

  private func work(of operation: Operation, on board: BoardModel.State) throws -> Int {
    var (board, work) = (board, Work())
    let inverse = try board.apply(operation)
    try work.add(operation, inverse: inverse, on: board)
    return work.steps
  }
}

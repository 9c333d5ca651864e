import StrataConcurrency
import StrataModels
import Testing

@Suite struct ActivationPrintTests {
  private let log = Log()

  @Test func printsLivesInOrderIndentedByDepth() {
    let deep = Logged("c", log)
    do {
      let app = Listing(rows: [Row(id: 1), Row(id: 2)])
        .withPrintingActivationEvents(name: "app", to: Paper(log: log)).withAnchor()
      app.rows.append(Row(id: 3))
      app.rows.remove(id: 1)
      app.path = .logged(Logged("p", log, child: deep), title: "")
    }
    #expect(
      log.entries == [
        "app activated\n", "  Row[1] activated\n", "  Row[2] activated\n", "  Row[3] activated\n",
        "  Row[1] deactivated\n", "P", "  Logged activated\n", "C", "    Logged activated\n",
        "app deactivated\n", "  Row[2] deactivated\n", "  Row[3] deactivated\n", "p",
        "  Logged deactivated\n", "c", "    Logged deactivated\n",
      ]
    )
  }

  @Test func printsTheSubtreeAlone() {
    let board = Board(
      main: Card().withPrintingActivationEvents(to: Paper(log: log)),
      cards: [Card()]
    )
    .withAnchor()
    board.cards.append(Card())
    board.main = Card()
    #expect(log.entries == ["Card activated\n", "Card deactivated\n"])
  }

  @Test func printsForALiveModelWhatComesFromNowOn() {
    let board = Board(cards: [Card()]).withAnchor()
    _ = board.withPrintingActivationEvents(to: Paper(log: log))
    board.cards.append(Card())
    #expect(log.entries == ["  Card[\(board.cards[1].modelID)] activated\n"])
  }

  @Test func leavesNothingBehind() {
    weak var context: Context?
    do {
      let board = Board().withPrintingActivationEvents(to: Paper(log: log)).withAnchor()
      context = board.node.context
      #expect(context != nil)
    }
    #expect(context == nil)
  }
}

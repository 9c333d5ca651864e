import StrataConcurrency
import StrataModels
import Testing

@Suite struct ExpressionDebugTests {
  private let log = Log()
  private let board = Board(main: Card(points: 1), cards: [Card(points: 2)]).withAnchor()

  private func options(
    _ triggers: DebugOptions.Triggers? = .name,
    _ changes: DebugOptions.Changes? = .diff
  ) -> DebugOptions {
    DebugOptions(triggers: triggers, changes: changes, name: "sum", printer: Paper(log: log))
  }

  @Test func printsWhatSetAnEvaluationOffAndWhatCameOfIt() {
    board.node.debug(options()) { [board] in board.sum }
    board.title = "not read"
    board.main.points = 5
    #expect(log.entries == ["sum triggered by main.points\nsum: 3 → 7\n"])
  }

  @Test func anEvaluationInVainPrintsNoChange() {
    board.node.debug(options(.withDiff)) { [board] in board.sum > 0 }
    board.main.points = 5
    board.node.debug(options(nil, .value)) { [board] in board.sum > 0 }
    board.main.points = 6
    #expect(
      log.entries == [
        "sum triggered by main.points: 1 → 5\n", "sum triggered by main.points: 5 → 6\n",
      ]
    )
  }

  @Test func anObservedExpressionSaysTheSame() async {
    let values = Observed(debug: options()) { [board] in board.sum }
    let parts = Observed(coalesceUpdates: false, debug: options(.withDiff, nil)) { [board] in
      (board.main.points, board.title)
    }
    board.main.points = 5
    #expect(
      log.entries.sorted() == [
        "sum triggered by Card[\(board.main.modelID)].points\nsum: 3 → 7\n",
        "sum triggered by Card[\(board.main.modelID)].points: 1 → 5\n",
      ]
    )
    withExtendedLifetime((values, parts)) {}
  }

  @Test func namesAPropertyElsewhereByItsModel() {
    let other = Counter()
    let both = Listing(rows: []).withAnchor()
    both.path = .counter(other)
    board.node.debug(options(.withValue, .value)) { other.count }
    other.count = 2
    #expect(
      log.entries == ["sum triggered by Counter[\(other.modelID)].count = 2\nsum = 2\n"]
    )
  }

  @Test func isCalledByItsPlaceWithoutAName() {
    let line: UInt = #line + 1
    board.node.debug(.init(printer: Paper(log: log))) { [board] in board.title }
    board.title = "x"
    #expect(
      log.entries == [
        "expression at StrataModelsTests/ExpressionDebugTests.swift:\(line): \"\" → \"x\"\n"
      ]
    )
  }

  @Test func endsWithTheModelAndWhenItIsCancelled() {
    let card = board.cards[0]
    card.node.debug(options()) { [board] in board.title }
    let printing = board.node.debug(options()) { [board] in board.title }
    board.cards = []
    printing.cancel()
    board.title = "x"
    #expect(log.entries.isEmpty)
  }

  @Test func tellsAnObserverOfTheReadsOfEachEvaluation() {
    var options = options(nil, nil)
    options.accessObserver = AccessObserver { [log] in log.add("\($0.property)") }
    board.node.debug(options) { [board] in board.main.points }
    board.main.points = 5
    #expect(log.entries == ["main", "points", "main", "points"])
  }

  @Test func showsTheCallsThatLedToTheReadOfWhatTriggered() {
    var options = options(.name, nil)
    options.captureAccessStack = true
    board.node.debug(options) { [board] in board.main.points }
    board.main.points = 5
    let lines = log.entries.first?.split(separator: "\n") ?? []
    #expect(lines.first == "sum triggered by main.points")
    #expect(lines.count > 3)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  read by ") })
  }
}

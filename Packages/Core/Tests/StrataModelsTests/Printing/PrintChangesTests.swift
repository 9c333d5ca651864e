import StrataConcurrency
import StrataModels
import Testing

/// A leaf whose mirror is the compiler's own.
private struct Plain: Model {
  static let modelLayout = ModelLayout<Plain>("Plain") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Plain>()
  let unit: String
  let owner: Counter?
  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  init(_ unit: String, owner: Counter? = nil) {
    self.unit = unit
    self.owner = owner
    modelNode.initialize(0, to: 0)
  }
}

#if DEBUG
@Suite struct PrintChangesTests {
  private let log = Log()
  private var paper: Paper { Paper(log: log) }

  @Test func printsTheDifferenceThatEachChangeMakes() {
    let board = Board(title: "a", cards: [Card(points: 1)]).withAnchor()
    board._printChanges(to: paper)
    board.title = "b"
    board.title = "b"
    #expect(
      log.entries == [
        """
        Board changed:
          Board(
        -   title: "a"
        +   title: "b"
            … 3 unchanged
          )

        """
      ]
    )
  }

  @Test func printsChangesOfChildrenAndOfTheStructure() throws {
    let board = Board(title: "a", cards: [Card(points: 1)]).withAnchor()
    board._printChanges(name: "board", to: paper)
    board.cards[0].points = 2
    board.detail = Card(points: 3)
    #expect(log.entries.count == 2)
    let (first, second) = (try #require(log.entries.first), try #require(log.entries.last))
    #expect(first.hasPrefix("board changed:\n  Board(\n"))
    #expect(first.contains("-       points: 1\n+       points: 2\n"))
    #expect(second.contains("-   detail: nil\n+   detail: Card(\n+     color"))
  }

  @Test func aTransactionIsOneText() {
    let board = Board().withAnchor()
    board._printChanges(to: paper)
    board.node.transaction {
      board.title = "x"
      board.main.points = 7
    }
    #expect(log.entries.count == 1)
  }

  @Test func stopsWhenItIsCancelled() {
    let board = Board().withAnchor()
    let printing = board._printChanges(to: paper)
    board.title = "a"
    printing.cancel()
    board.title = "b"
    #expect(log.entries.count == 1)
    #expect(board.node.context.work.isEmpty)
  }

  @Test func printsForTheModelsWholeLifeFromBeforeItsActivation() {
    let card = Card(activation: { $0.points = 5 })._withPrintChanges(to: paper)
    let board = Board(main: card).withAnchor()
    #expect(log.entries.count == 1)
    board.main.points = 6
    #expect(log.entries.count == 2)
    board.title = "not below the card"
    board.main = Card()
    _ = reports { card.points = 8 }
    #expect(log.entries.count == 2)
  }

  @Test func printsForAModelThatLivesAlready() {
    let board = Board().withAnchor()
    _ = board._withPrintChanges(to: paper)
    board.title = "x"
    #expect(log.entries.count == 1)
  }

  @Test func showsConstantsAndModelsInConstantsByTheirIdentity() {
    let owner = Counter()
    let plain = Plain("m", owner: owner).withAnchor()
    #expect(
      ValueDump().text(of: plain) == """
        Plain(
          unit: "m"
          owner: Counter \(owner.modelID)
          count: 0
        )
        """
    )
    plain._printChanges(to: paper)
    plain.count = 1
    #expect(log.entries.count == 1)
    #expect(log.entries.first?.contains("-   count: 0\n+   count: 1\n") == true)
  }

  @Test func aLongDifferenceIsCut() {
    let board = Board().withAnchor()
    board._printChanges(to: paper)
    board.cards = (0..<500).map { Card(points: $0) }
    let lines = log.entries.first?.split(separator: "\n") ?? []
    #expect(lines.count == 202)
    #expect(lines.last?.hasPrefix("… ") == true)
  }

  @Test func onAModelThatIsInNoTreeItIsReported() {
    let texts = reports { Board()._printChanges(to: paper) }
    #expect(texts.first?.hasPrefix("Work was started on a Board that is in no tree") == true)
  }

  @Test func writersOnManyThreadsPrintOneTextAtATime() async {
    let board = Board().withAnchor()
    board._printChanges(to: paper)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<50 { board.main.points += 1 } }
      }
    }
    #expect(!log.entries.isEmpty)
    #expect(log.entries.allSatisfy { $0.hasPrefix("Board changed:\n") } == true)
    #expect(log.entries.last?.contains("points: 200\n") == true)
  }
}
#else
@Suite struct PrintChangesTests {
  @Test func printsNothingInReleaseBuilds() {
    let log = Log()
    let board = Board()._withPrintChanges(to: Paper(log: log)).withAnchor()
    board._printChanges(to: Paper(log: log)).cancel()
    board.title = "a"
    #expect(log.entries.isEmpty)
    #expect(board.node.context.work.isEmpty)
  }
}
#endif

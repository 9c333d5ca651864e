import StrataConcurrency
import StrataModels
import Testing

/// Settings with plain values of several members.
private struct Palette: Model {
  struct Theme: Equatable, Sendable {
    var name = "light"
    var accent = "a rather long name of a color that does not fit"
    var isHigh = false
  }

  static let modelLayout = ModelLayout<Palette>("Palette") {
    $0.slot("theme", \.theme)
    $0.slot("tags", \.tags)
  }
  var modelNode = ModelNode<Palette>()
  var theme: Theme {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var tags: [String] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  init() {
    modelNode.initialize(0, to: Theme())
    modelNode.initialize(1, to: [] as [String])
  }
}

@Suite struct ModelDebugTests {
  private let log = Log()

  private func options(
    _ triggers: DebugOptions.Triggers? = nil,
    _ changes: DebugOptions.Changes? = .diff,
    isShallow: Bool = false,
    name: String? = nil
  ) -> DebugOptions {
    DebugOptions(
      triggers: triggers,
      changes: changes,
      isShallow: isShallow,
      name: name,
      printer: Paper(log: log)
    )
  }

  @Test func aLiveModelIsPrintedFromTheCallOn() {
    let app = Listing(rows: []).withAnchor()
    app.selection = 1
    _ = app.withDebug(options())
    #expect(log.entries == [])
    app.selection = 2
    #expect(
      log.entries == [
        """
        Listing changed:
          selection: 1 → 2

        """
      ]
    )
  }

  @Test func printsEachRoundAsOneTextOfWhatChanged() {
    let app = Listing(rows: [Row(id: 3, title: "a")]).withDebug(options()).withAnchor()
    app.rows[0].title = "b"
    app.rows[0].title = "b"
    app.node.transaction {
      app.selection = 1
      app.rows[0].title = "c"
      app.selection = 2
    }
    #expect(
      log.entries == [
        """
        Listing changed:
          rows[3].title: "a" → "b"

        """,
        """
        Listing changed:
          selection: nil → 2
          rows[3].title: "b" → "c"

        """,
      ]
    )
  }

  @Test func printsModelsThatComeAndGo() {
    let app = Listing(rows: [Row(id: 1)]).withAnchor()
    app.node.debug(options(name: "list"))
    app.rows.append(Row(id: 2))
    app.rows = [Row(id: 4)]
    app.node.transaction {
      app.rows.append(Row(id: 5))
      app.rows.swapAt(0, 1)
    }
    app.rows.swapAt(0, 1)
    #expect(
      log.entries == [
        "list changed:\n  rows: + Row[2]\n",
        "list changed:\n  rows:\n    - Row[1]\n    - Row[2]\n    + Row[4]\n",
        "list changed:\n  rows: + Row[5]\n",
        "list changed:\n  rows = [Row[4], Row[5]]\n",
      ]
    )
  }

  @Test(arguments: [
    (
      DebugOptions.Changes.diff,
      """
      Palette changed:
        theme:
          - name: "light"
          + name: "dark"

      """
    ),
    (
      .diff(.collapsed),
      """
      Palette changed:
        theme:
            Theme(
          -   name: "light"
          +   name: "dark"
              … 2 unchanged
            )

      """
    ),
    (
      .diff(.full),
      """
      Palette changed:
        theme:
            Theme(
          -   name: "light"
          +   name: "dark"
              accent: "a rather long name of a color that does not fit"
              isHigh: false
            )

      """
    ),
    (
      .value,
      """
      Palette changed:
        theme = Theme(
          name: "dark"
          accent: "a rather long name of a color that does not fit"
          isHigh: false
        )

      """
    ),
  ])
  func printsChangesInTheStyleThatIsAskedFor(_ changes: DebugOptions.Changes, _ text: String) {
    let palette = Palette().withDebug(options(nil, changes)).withAnchor()
    palette.theme.name = "dark"
    #expect(log.entries == [text])
  }

  @Test(arguments: [
    (DebugOptions.Triggers.name, "Board triggered by title, main.points\n"),
    (.withValue, "Board triggered by:\n  title = \"x\"\n  main.points = 2\n"),
    (.withDiff, "Board triggered by:\n  title: \"\" → \"x\"\n  main.points: 0 → 2\n"),
  ])
  func namesWhatWasWritten(_ triggers: DebugOptions.Triggers, _ text: String) {
    let board = Board().withAnchor()
    board.node.debug(options(triggers, nil))
    board.node.transaction {
      board.title = "x"
      board.main.points = 2
    }
    #expect(log.entries == [text])
  }

  @Test func aShallowOneLeavesOutWhatIsBelow() {
    let board = Board().withDebug(options(isShallow: true)).withAnchor()
    board.main.points = 1
    board.title = "x"
    #expect(log.entries == ["Board changed:\n  title: \"\" → \"x\"\n"])
  }

  @Test func leavesOutWhatIsNotBelow() {
    let board = Board(cards: [Card(), Card()]).withAnchor()
    board.cards[0].node.debug(options())
    board.cards[1].points = 1
    board.title = "x"
    board.cards[0].points = 1
    #expect(log.entries == ["Card changed:\n  points: 0 → 1\n"])
  }

  @Test func printsForTheModelsWholeLifeFromBeforeItsActivation() {
    let card = Card(activation: { $0.points = 5 }).withDebug(options())
    let board = Board(main: card).withAnchor()
    board.main.points = 6
    board.main = Card()
    _ = reports { card.points = 7 }
    #expect(
      log.entries == ["Card changed:\n  points: 0 → 5\n", "Card changed:\n  points: 5 → 6\n"]
    )
  }

  @Test func endsWhenItIsCancelled() {
    let board = Board().withAnchor()
    let printing = board.node.debug(options())
    board.title = "a"
    printing.cancel()
    board.title = "b"
    #expect(log.entries.count == 1)
    #expect(board.node.context.work.isEmpty)
  }

  @Test func aTextIsBoundedInPropertiesAndLines() {
    let board = Board(cards: (0..<60).map { _ in Card() }).withAnchor()
    board.node.debug(options())
    board.node.transaction { for card in board.cards { card.points = 1 } }
    let lines = log.entries.first?.split(separator: "\n") ?? []
    #expect(lines.count == 52)
    #expect(lines.last == "  … 10 more properties")
    let palette = Palette().withDebug(options()).withAnchor()
    palette.tags = (0..<500).map { "\($0)" }
    let cut = log.entries.last?.split(separator: "\n") ?? []
    #expect(cut.count == 103)
    #expect(cut.last == "    … 403 more lines")
  }

  @Test func theOldValueOfACollectionChangedInPlaceIsNotKept() {
    let palette = Palette().withDebug(options()).withAnchor()
    palette.tags.append("a")
    #expect(log.entries == ["Palette changed:\n  tags = [\n    \"a\"\n  ]\n"])
  }

  @Test func onAModelThatIsInNoTreeItIsReported() {
    let texts = reports { Board().node.debug(options()) }
    #expect(texts.first?.hasPrefix("Work was started on a Board that is in no tree") == true)
  }

  @Test func whatThePrinterWritesIsPrintedAfterwards() {
    struct Writer: TextOutputStream, Sendable {
      let board: Board
      let log: Log
      func write(_ text: String) {
        log.add(text)
        if board.main.points == 0 { board.main.points = 1 }
      }
    }
    let board = Board().withAnchor()
    board.node.debug(DebugOptions(printer: Writer(board: board, log: log)))
    board.title = "x"
    #expect(
      log.entries == [
        "Board changed:\n  title: \"\" → \"x\"\n", "Board changed:\n  main.points: 0 → 1\n",
      ]
    )
  }
}

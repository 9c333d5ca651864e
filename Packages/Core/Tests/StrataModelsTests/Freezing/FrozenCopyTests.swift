import StrataConcurrency
import StrataModels
import Testing

@Suite struct FrozenCopyTests {
  private let board = Board(
    title: "a",
    main: Card(points: 1, color: "blue"),
    cards: [Card(points: 2), Card(points: 3)],
    detail: Card(points: 4)
  )
  .withAnchor()

  @Test func keepsWhatWasIncludingChildren() {
    let copy = board.frozenCopy
    board.title = "b"
    board.main.points = 10
    board.cards[1].points = 30
    board.cards.removeFirst()
    board.detail = nil
    #expect(copy.title == "a")
    #expect(copy.main.points == 1)
    #expect(copy.main.color == "blue")
    #expect(copy.cards.map(\.points) == [2, 3])
    #expect(copy.detail?.points == 4)
    #expect(copy.sum == 6)
  }

  @Test func isFrozenDownToTheLastChild() {
    let copy = board.frozenCopy
    #expect(phase(of: copy) == .frozen)
    #expect(phase(of: copy.main) == .frozen)
    #expect(copy.cards.allSatisfy { phase(of: $0) == .frozen } == true)
    #expect(phase(of: board) == .active)
    #expect(!copy.isSameModel(as: board))
  }

  @Test func isEqualToTheLiveOneUntilThatChanges() {
    let copy = board.frozenCopy
    #expect(copy == board)
    board.cards[0].points += 1
    #expect(copy != board)
    board.cards[0].points -= 1
    #expect(copy == board)
  }

  @Test func keepsIdentities() {
    let copy = board.frozenCopy
    #expect(copy.id == board.id)
    #expect(copy.cards.map(\.id) == board.cards.map(\.id))
    #expect(copy.frozenCopy.isSameModel(as: copy))
  }

  @Test func isMadeOfAModelThatIsInNoTreeToo() {
    let draft = Board(title: "draft", cards: [Card(points: 1)])
    let copy = draft.frozenCopy
    draft.title = "other"
    draft.cards[0].points = 2
    draft.cards = []
    #expect(copy.title == "draft")
    #expect(copy.cards.map(\.points) == [1])
  }

  @Test func isMadeOfWholeContainers() {
    let listing = Listing(rows: [Row(id: 1, title: "x")]).withAnchor()
    listing.path = .counter(Counter(count: 5))
    let (rows, path) = (listing.rows.frozenCopy, listing.path.frozenCopy)
    listing.rows[0].title = "y"
    if case .counter(let counter) = listing.path { counter.count = 6 }
    #expect(rows[id: 1]?.title == "x")
    guard case .counter(let counter) = path else {
      Issue.record("the case is another one")
      return
    }
    #expect(counter.count == 5)
  }

  @Test func writingIsReportedOnceAtTheDeclarationAndIgnored() {
    let copy = board.frozenCopy
    let texts = reports {
      copy.title = "b"
      copy.title += "c"
      copy.cards = []
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("Board.title (declared at StrataModelsTests/Board.swift:") == true
    )
    #expect(
      texts.first?.hasSuffix(
        " was written on a frozen copy. The write has no effect. Write to the live original."
      ) == true
    )
    #expect(copy.title == "a")
    #expect(copy.cards.count == 2)
  }

  @Test func canBeNeitherAnchoredNorAdded() {
    let copy = board.main.frozenCopy
    let texts = reports {
      _ = copy.withAnchor()
      board.cards.append(copy)
    }
    #expect(texts.count == 2)
    #expect(
      texts.first
        == "A frozen copy of Card is anchored. Frozen copies do not live. Anchor a new Card."
    )
    #expect(texts.last?.hasPrefix("A frozen copy of Card was added to Board.cards") == true)
    #expect(phase(of: copy) == .frozen)
  }

  @Test func neitherRunsWorkNorReadsDependenciesNorSendsEvents() {
    let copy = board.main.frozenCopy
    let log = Log()
    let texts = reports {
      copy.node.task { log.add("ran") }
      _ = copy.node.factClient
      copy.node.send(.flipped)
    }
    #expect(
      texts == [
        """
        Work was started on a frozen copy of a Card, which does not live. It is not run. Start it \
        on the live original.
        """,
        """
        A dependency was read on a frozen copy of a Card, which is in no tree. The default value is \
        given. Read it on the live original.
        """,
        "A frozen copy of Card sends flipped, so nobody can receive it. Send it from the live original.",
      ]
    )
    #expect(log.entries.isEmpty)
  }

  @Test func doesNotSeeTheMiddleOfAnothersTransaction() async {
    let (board, copies) = (board, Locked<[Board]>([], rank: .leaf))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<300 {
          board.node.transaction {
            board.title = "\(round)"
            board.main.points = round
            board.cards[0].points = round
          }
        }
      }
      group.addTask {
        for _ in 0..<300 {
          let copy = board.frozenCopy
          copies.withLock { $0.append(copy) }
        }
      }
    }
    let torn = copies.withLock { $0 }.filter { copy in
      copy.title != "a"
        && (copy.title != "\(copy.main.points)" || copy.main.points != copy.cards[0].points)
    }
    #expect(torn.isEmpty)
  }

  @Test func seesItsOwnTransaction() {
    board.node.transaction {
      board.title = "inside"
      board.cards.removeLast()
      let copy = board.frozenCopy
      #expect(copy.title == "inside")
      #expect(copy.cards.count == 1)
      #expect(phase(of: copy.cards[0]) == .frozen)
    }
  }

  @Test func aDeepTreeNeedsNoStack() {
    func chain(_ depth: Int) -> Logged {
      let log = Log()
      return (0..<depth).reduce(Logged("leaf", log)) { Logged("\($1)", log, child: $0) }
    }
    let model = chain(20_000).withAnchor()
    var (copy, depth) = (Optional(model.frozenCopy), 0)
    while let next = copy?.child {
      copy = next
      depth += 1
    }
    #expect(depth == 20_000)
    #expect(copy?.name == "leaf")
    #expect(chain(20_000).frozenCopy.child != nil)
  }
}

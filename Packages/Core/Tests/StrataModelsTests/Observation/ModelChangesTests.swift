import StrataConcurrency
import StrataModels
import Testing

@Suite struct ModelChangesTests {
  /// All elements of a sequence that a live board gives before some changes, until the board's end.
  private func elements<Value>(
    of sequence: (Board) -> ModelChanges<Value>,
    during changes: (Board) -> Void
  ) async -> [Value] {
    let sequence = {
      let (board, anchor) = Board(main: Card(points: 1), cards: [Card(points: 2)]).returningAnchor()
      let sequence = sequence(board)
      changes(board)
      withExtendedLifetime(anchor) {}
      return sequence
    }()
    var found: [Value] = []
    for await element in sequence { found.append(element) }
    return found
  }

  @Test func beginsWithTheValueOfNowAndTellsEachThatDiffers() async {
    let found = await elements(
      of: { $0.change(of: \.title) },
      during: { board in
        board.title = "a"
        board.title = "a"
        board.title = "b"
      }
    )
    #expect(found == ["", "a", "b"])
  }

  @Test func withoutTheInitialValueBeginsWithTheFirstThatDiffers() async {
    let found = await elements(
      of: { $0.change(of: \.title, initial: false) },
      during: { board in
        board.title = ""
        board.title = "a"
        board.title = ""
      }
    )
    #expect(found == ["a", ""])
  }

  @Test func isCalledAnUpdateAsWell() async {
    let titles = await elements(
      of: { $0.update(of: \.title) },
      during: { board in
        board.title = "a"
        board.title = "a"
      }
    )
    #expect(titles == ["", "a"])
    let later = await elements(
      of: { $0.update(of: \.title, initial: false) },
      during: { $0.title = "a" }
    )
    #expect(later == ["a"])
    let points = await elements(
      of: { $0.update(of: \.cards, recursive: true, freezeValues: true) },
      during: { $0.cards[0].points = 3 }
    )
    #expect(points.map { $0.map(\.points) } == [[2], [3]])
    let live = await elements(
      of: { $0.update(of: \.cards) },
      during: { board in
        board.cards[0].points = 3
        board.cards.append(Card(points: 4))
      }
    )
    #expect(live.map(\.count) == [1, 2])
    #expect(live.allSatisfy { $0.allSatisfy { phase(of: $0) != .frozen } })
  }

  @Test func aTransactionIsOneElementAndNoneIfItChangesBack() async {
    let found = await elements(
      of: { $0.change(of: \.title) },
      during: { board in
        board.node.transaction {
          board.title = "a"
          board.title = "b"
        }
        board.node.transaction {
          board.title = "c"
          board.title = "b"
        }
      }
    )
    #expect(found == ["", "b"])
  }

  @Test func followsChildrenThatAreReplaced() async {
    let found = await elements(
      of: { $0.change(of: \.main.points) },
      during: { board in
        let former = board.main
        board.main.points = 3
        board.main = Card(points: 4)
        _ = reports { former.points = 9 }
        board.main.points = 5
      }
    )
    #expect(found == [1, 3, 4, 5])
  }

  @Test func followsAnOptionalChild() async {
    let found = await elements(
      of: { $0.change(of: \.detail?.points) },
      during: { board in
        board.detail = Card(points: 7)
        board.detail?.points = 8
        board.detail = Card(points: 8)
        board.detail = nil
      }
    )
    #expect(found == [nil, 7, 8, nil])
  }

  @Test func followsWhatAComputedPropertyReads() async {
    let found = await elements(
      of: { $0.change(of: \.sum) },
      during: { board in
        board.cards[0].points = 10
        board.title = "does not count"
        board.cards.append(Card(points: 100))
        board.cards[1].points = 200
        board.node.transaction {
          board.cards[0].points += 1
          board.cards[1].points -= 1
        }
      }
    )
    #expect(found == [3, 11, 111, 211])
  }

  @Test func aListTellsOfItsStructureAndNotOfItsElements() async {
    let found = await elements(
      of: { $0.change(of: \.cards) },
      during: { board in
        board.cards[0].points = 5
        board.cards.append(Card(points: 6))
        board.cards.swapAt(0, 1)
        board.cards = board.cards
      }
    )
    #expect(found.map { reportedPoints($0).count } == [1, 2, 2])
  }

  @Test func recursiveTellsOfElementsToo() async {
    let found = await elements(
      of: { $0.change(of: \.cards, recursive: true) },
      during: { board in
        board.cards[0].points = 5
        board.cards[0].points = 5
        board.main.points = 9
        board.cards.append(Card(points: 6))
        board.cards[1].points = 7
      }
    )
    #expect(found.count == 4)
  }

  @Test func recursiveTellsOfWhatIsFurtherBelow() async {
    let path: any KeyPath<Board, Board> & Sendable = \.self
    let found = await elements(
      of: { $0.change(of: path, recursive: true) },
      during: { board in
        board.title = "title"
        board.cards[0].points = 5
        board.main.points = 9
        board.cards.append(Card(points: 6))
        board.cards[1].points = 7
      }
    )
    #expect(found.count == 6)
  }

  @Test func frozenValuesKeepWhatWas() async {
    let found = await elements(
      of: { $0.change(of: \.cards, recursive: true, freezeValues: true) },
      during: { board in
        board.cards[0].points = 5
        board.cards.append(Card(points: 6))
        board.cards[1].points = 7
      }
    )
    #expect(found.map { $0.map(\.points) } == [[2], [5], [5, 6], [5, 7]])
    #expect(found.allSatisfy { $0.allSatisfy { phase(of: $0) == .frozen } } == true)
  }

  @Test func theModelItselfIsAPathToo() async {
    let path: any KeyPath<Board, Board> & Sendable = \.self
    let found = await elements(
      of: { $0.change(of: path, initial: false, recursive: true, freezeValues: true) },
      during: { board in
        board.title = "a"
        board.main.points = 2
      }
    )
    #expect(found.map(\.title) == ["a", "a"])
    #expect(found.map(\.main.points) == [1, 2])
  }

  @Test func aContainerThatIsMoreThanModelsTellsOfTheRest() async {
    let sequence = {
      let (listing, anchor) = Listing().returningAnchor()
      let sequence = listing.change(of: \.path)
      let logged = Logged("a", Log())
      listing.path = .logged(logged, title: "x")
      listing.path = .logged(logged, title: "y")
      withExtendedLifetime(anchor) {}
      return sequence
    }()
    var titles: [String] = []
    for await case .logged(_, title: let title)? in sequence { titles.append(title) }
    #expect(titles == ["x", "y"])
  }

  @Test func valuesThatCannotBeComparedAreToldAtEachWrite() async {
    let found = await elements(
      of: { $0.change(of: \.main.onFlip) },
      during: { board in
        board.main.onFlip = { _ in }
        board.main.onFlip = { _ in }
      }
    )
    #expect(found.count == 3)
  }

  @Test func nothingIsLostBetweenTheCallAndTheLoop() async throws {
    _ = try await withSimulation(seed: 3) { _ in
      let log = Log()
      let board = Board().withAnchor()
      board.node.forEach(board.change(of: \.title)) { log.add($0) }
      for text in ["a", "b", "c"] { board.title = text }
      while log.entries.count < 4 { await Task.yield() }
      #expect(log.entries == ["", "a", "b", "c"])
    }
  }

  @Test func leavesNothingBehindWhenItIsNotWantedAnyMore() {
    let board = Board().withAnchor()
    do {
      let sequence = board.change(of: \.title)
      #expect(!board.node.context.work.isEmpty)
      withExtendedLifetime(sequence) {}
    }
    #expect(board.node.context.work.isEmpty)
  }

  @Test func keepsNoTreeAlive() {
    weak var context: Context?
    var sequence: ModelChanges<String>?
    do {
      let board = Board().withAnchor()
      context = board.node.context
      sequence = board.change(of: \.title)
    }
    #expect(context?.isLive != true)
    sequence = nil
    #expect(context == nil)
    #expect(sequence == nil)
  }

  @Test func onAModelThatIsInNoTreeItEndsAndThatIsReported() async {
    let log = Log()
    let handler: ReportSink.Handler = { log.add($0.description) }
    var line: UInt = 0
    let sequence = ReportSink.withHandler(handler) {
      line = #line + 1
      return Board(title: "a").change(of: \.title)
    }
    #expect(
      log.entries == [
        """
        StrataModelsTests/ModelChangesTests.swift:\(line): Changes of a Board that is in no tree \
        were asked for, and end at once. Anchor the model, or add it to an anchored one, and listen \
        from onActivate() on.
        """
      ]
    )
    var found: [String] = []
    for await element in sequence { found.append(element) }
    #expect(found == ["a"])
  }

  @Test func writersOnManyThreadsLoseNoLastValue() async {
    let board = Board().withAnchor()
    let sequence = board.change(of: \.main.points)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { board.main.points += 1 } }
      }
    }
    var last = -1
    for await element in sequence {
      #expect(element > last)
      last = element
      if element == 2_000 { break }
    }
    #expect(last == 2_000)
  }

  /// Reads models that may have left their tree, without the report that the read deserves.
  private func reportedPoints(_ cards: [Card]) -> [Int] {
    var points: [Int] = []
    _ = reports { points = cards.map(\.points) }
    return points
  }
}

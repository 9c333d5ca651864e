import StrataConcurrency
import StrataModels
import Testing

/// The stages of a model's lifetime: initial, anchored and active, removed.
@Suite struct LifeStageTests {
  @Test func beginsOutsideAnyTreeThenLivesThenEnds() {
    let card = Card(points: 1)
    #expect(phase(of: card) == .detached)
    card.points = 2
    let board = Board().withAnchor()
    #expect(phase(of: board) == .active)
    board.detail = card
    #expect(phase(of: card) == .active)
    board.detail = nil
    #expect(phase(of: card) == .removed)
  }

  @Test func isLiveInsideItsActivation() {
    let log = Log()
    let card = Card(activation: { log.add("\($0.node.context.isLive)") })
    let board = Board(main: card).withAnchor()
    #expect(log.entries == ["true"])
    withExtendedLifetime(board) {}
  }

  @Test func anchorsInsideAnExpression() {
    func show(_ board: Board) -> () -> Int { { board.sum } }
    let view = show(Board(main: Card(points: 3)).withAnchor())
    #expect(view() == 3)
  }

  @Test func anInlineAnchorLivesAsLongAsWhoeverTookIt() {
    final class Screen {
      let board: Board
      init(board: Board) { self.board = board }
    }
    let card = Card(points: 3)
    var screen: Screen? = Screen(board: Board(main: card).withAnchor())
    #expect(screen?.board.sum == 3)
    #expect(phase(of: card) == .active)
    screen = nil
    #expect(phase(of: card) == .removed)
  }

  @Test func everyEarlierCopyBecomesAHandleOfTheLiveModel() {
    let board = Board().withAnchor()
    let draft = Card(points: 1)
    let copy = draft
    board.cards.append(draft)
    board.cards[0].points = 7
    #expect(draft.points == 7)
    copy.points += 1
    #expect(board.cards[0].points == 8)
    #expect(draft.isSameModel(as: board.cards[0]))
    #expect(phase(of: copy) == .active)
  }

  @Test func aModelOfAnotherTreeStaysThereAndIsReported() {
    let (board, other) = (Board().withAnchor(), Board(main: Card(points: 5)).withAnchor())
    let texts = reports { board.detail = other.main }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Card was added to Board.detail (declared at ") == true)
    #expect(
      texts.first?.hasSuffix(
        """
        ) but goes on living in another tree. It was taken out again. Remove it from the other \
        tree first, or make a new one.
        """
      ) == true
    )
    #expect(phase(of: other.main) == .active)
    #expect(board.detail == nil)
    #expect(phase(of: other.main) == .active)
  }

  @Test func readsOfARemovedModelGiveTheLastValuesAndOnlyLaterOnesAreReported() {
    let board = Board(cards: [Card(points: 4)]).withAnchor()
    let card = board.cards[0]
    let log = Log()
    let watch = board.node.context.observe(Slot<[Card]>(uncheckedIndex: 2)) { _ in
      // An observer of the removal may still read the removed model.
      log.add("\(card.points)")
    }
    #expect(reports { board.cards = [] } == [])
    #expect(log.entries == ["4"])
    var points = 0
    let texts = reports {
      points = card.points
      points += card.points
    }
    #expect(points == 8)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Card.points (declared at ") == true)
    #expect(
      texts.first?.hasSuffix(
        """
        ) was read after its owner had left the tree. The last value is given. Let go of the handle \
        when the owner is removed, or read from its parent.
        """
      ) == true
    )
    withExtendedLifetime(watch) {}
  }

  @Test func writesOfARemovedModelAreReportedOnceAndHaveNoEffect() {
    let board = Board(cards: [Card(points: 4)]).withAnchor()
    let card = board.cards[0]
    board.cards = []
    let texts = reports {
      card.points = 5
      card.points += 1
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasSuffix(
        """
        ) was written after its owner had left the tree. The write has no effect. Cancel the work \
        that writes when the owner is removed; work started through the owner is cancelled by itself.
        """
      ) == true
    )
    var points = 0
    _ = reports { points = card.points }
    #expect(points == 4)
  }

  @Test func aWriteOfACancelledTaskOfTheModelsOwnIsToldAsSuch() async throws {
    let texts = Locked<[String]>([], rank: .leaf)
    Cause.startRecording()
    defer { Cause.stopRecording() }
    _ = try await withSimulation(seed: 1) { simulation in
      let board = Board(cards: [Card(points: 4)]).withAnchor()
      let card = board.cards[0]
      await ReportSink.withHandler { report in
        texts.withLock { $0.append(report.message) }
      } operation: {
        card.node.task("late") {
          try? await simulation.clock.sleep(for: .seconds(1))
          card.points = 5
          await Task.yield()
        }
        await simulation.waitUntilIdle()
        board.cards = []
        await simulation.waitUntilIdle()
      }
      withExtendedLifetime(board) {}
    }
    let text = try #require(texts.withLock { $0 }.first)
    #expect(text.contains(") was written by the task \"late\" that was started at StrataModels"))
    #expect(
      text.hasSuffix(
        """
        , which was told to stop, after its owner had left the tree. The write has no effect. Look at \
        Task.isCancelled after each await, or wait with calls that throw when the task is cancelled, \
        and let them.
        """
      )
    )
  }

  /// A parent that observes its child from its own activation.
  struct Watching: Model {
    static let modelLayout = ModelLayout<Watching>("Watching") { $0.slot("child", \.child) }
    var modelNode = ModelNode<Watching>()
    let log: Log
    var child: Card {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ log: Log, child: Card) {
      self.log = log
      modelNode.initialize(0, to: child)
    }
    func onActivate() {
      node.forEach(change(of: \.child.points)) { log.add("\($0)") }
      node.forEach(change(of: \.child.points, initial: false)) { log.add("then \($0)") }
    }
  }

  /// With the initial value, that is the first element; without, it is a change like any other.
  @Test func whatAnActivationWritesIsPartOfWhatTheParentSeesFirst() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let parent = Watching(log, child: Card(activation: { $0.points = 5 })).withAnchor()
      while log.entries.count < 2 { await Task.yield() }
      #expect(Set(log.entries) == ["5", "then 5"])
      parent.child.points = 6
      while log.entries.count < 4 { await Task.yield() }
      #expect(Set(log.entries) == ["5", "then 5", "6", "then 6"])
    }
  }

  @Test func aChildIsActivatedBeforeItsArrivalIsTold() {
    let board = Board().withAnchor()
    let log = Log()
    let watch = board.node.context.observe(Slot<Card?>(uncheckedIndex: 3)) { _ in
      log.add("\(board.detail?.points ?? -1)")
    }
    board.detail = Card(activation: { $0.points = 9 })
    #expect(log.entries == ["9"])
    withExtendedLifetime(watch) {}
  }
}

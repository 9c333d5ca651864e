import StrataConcurrency
import StrataModels
import Testing

/// Each misuse is reported with the caller's line, in debug and in release builds.
@Suite struct ModelMisuseTests {
  /// The reports of a closure that says on which line it misuses the library.
  private func lines(_ body: (inout UInt) -> Void) -> (reports: [String], line: UInt) {
    let log = Log()
    let handler: ReportSink.Handler = { log.add($0.description) }
    var line: UInt = 0
    ReportSink.withHandler(handler) { body(&line) }
    return (log.entries, line)
  }

  private let file = "StrataModelsTests/ModelMisuseTests.swift"

  @Test func anEventOfAModelThatIsInNoTree() {
    let found = lines { line in
      line = #line + 1
      Card().node.send(.flipped)
    }
    #expect(
      found.reports == [
        """
        \(file):\(found.line): Card sends flipped before it is in a tree, so nobody can receive it. \
        Send events from the activation on.
        """
      ]
    )
  }

  @Test func anEventOfARemovedModel() {
    let board = Board(detail: Card()).withAnchor()
    let card = board.detail
    board.detail = nil
    let found = lines { line in
      line = #line + 1
      card?.node.send(.flipped)
    }
    #expect(
      found.reports == [
        """
        \(file):\(found.line): Card sends flipped after it has left its tree, so nobody can receive \
        it. Send it before the owner is removed.
        """
      ]
    )
  }

  @Test func listeningOnAModelThatIsInNoTree() async {
    var stream: EventStream<Void>?
    let found = lines { line in
      line = #line + 1
      stream = Card().node.event(of: Card.Event.flipped)
    }
    #expect(
      found.reports == [
        """
        \(file):\(found.line): Events of a Card that is in no tree were asked for, and end at once. \
        Anchor the model, or add it to an anchored one, and listen from onActivate() on.
        """
      ]
    )
    if let stream { for await _ in stream { Issue.record("there is an event") } }
  }

  @Test func aLoopOverEventsOrChangesOfAModelThatIsInNoTreeIsReportedOnce() {
    let (card, other) = (Card(), Card())
    func texts(_ body: () -> Void) -> [String] {
      reports(body).map { $0.contains("were asked for") ? "listening" : "work" }
    }
    #expect(texts { card.node.forEach(card.node.event(of: .flipped)) { _ in } } == ["listening"])
    #expect(texts { card.node.forEach(card.change(of: \.points)) { _ in } } == ["listening"])
    #expect(texts { card.node.forEach(card.node.observeModifications()) { _ in } } == ["listening"])
    // The loop of another model is another mistake, and so is the next loop.
    #expect(
      texts { other.node.forEach(card.node.event(of: .flipped)) { _ in } } == ["listening", "work"]
    )
    #expect(texts { card.node.forEach(card.node.event(of: .flipped)) { _ in } } == ["listening"])
    #expect(texts { card.node.forEach(AsyncStream<Int> { $0.finish() }) { _ in } } == ["work"])
  }

  @Test func listeningOnARemovedModelIsReportedOnceInALife() {
    for isOfEvents in [true, false] {
      let board = Board(detail: Card()).withAnchor()
      let card = board.detail
      board.detail = nil
      let found = lines { line in
        for _ in 0..<2 {
          line = #line + 2
          if isOfEvents {
            _ = card?.node.event(of: Card.Event.flipped)
          } else {
            _ = card?.node.observeModifications()
          }
        }
      }
      let what = isOfEvents ? "Events" : "Modifications"
      let text = """
        \(what) of a Card were asked for after it had left its tree, and end at once. Listen before the \
        model is removed, or to one that stays, as its parent.
        """
      #expect(found.reports == ["\(file):\(found.line + (isOfEvents ? 0 : 2)): \(text)"])
    }
  }

  @Test func workOnAModelThatIsInNoTree() {
    let found = lines { line in
      line = #line + 1
      Card().node.onCancel {}
    }
    #expect(
      found.reports == [
        """
        \(file):\(found.line): Work was started on a Card that is in no tree, where nothing would \
        ever end it. It is not run. Anchor the model, or add it to an anchored one, and start work \
        from onActivate() on.
        """
      ]
    )
  }

  @Test func workOnARemovedModelIsReportedOnceInALife() {
    let board = Board().withAnchor()
    let root = Logged("r", Log(), child: Logged("c", Log())).withAnchor()
    let child = root.child
    root.child = nil
    let found = lines { line in
      line = #line + 1
      child?.node.task { Issue.record("a task of a removed model runs") }
      child?.node.onChange(of: board.title, initial: false) { _, _ in
        Issue.record("a removed model hears of changes")
      }
    }
    let text = """
      Work was started on a Logged after it had left its tree. It is not run. Start it before the model \
      is removed, or on one that stays, as its parent; do what its end asks for in onCancel.
      """
    #expect(found.reports == ["\(file):\(found.line): \(text)"])
    board.title = "b"
    #expect(reports { root.child = child } == [])
    root.child = nil
    #expect(reports { child?.node.forEach(board.change(of: \.title)) { _ in } } == [text])
  }

  @Test func everyKindOfWorkOnARemovedModelIsReported() {
    let board = Board(cards: (0..<5).map { Card(points: $0) }).withAnchor()
    let cards = board.cards
    board.cards = []
    let starts: [(Card) -> CancellationHandle] = [
      {
        $0.node.task {
          throw CancellationError()
        } catch: { _ in
        }
      },
      { $0.node.task(id: board.title) { _ in } },
      { $0.node.forEach(board.change(of: \.title)) { _ in } },
      { $0.node.onChange(of: board.title) { _, _ async in } },
      { $0.node.debug() },
    ]
    for (card, start) in zip(cards, starts) { #expect(reports { _ = start(card) }.count == 1) }
  }

  @Test func whoCouldNotKnowOfTheRemovalIsNotReported() async {
    let log = Log()
    let board = Board(detail: Card()).withAnchor()
    let card = board.detail
    board.detail = nil
    // A task that was cancelled with its model may be about to start more.
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      ReportSink.withHandler({ log.add($0.message) }) { _ = card?.node.task {} }
    }
    task.cancel()
    await task.value
    #expect(log.entries == [])
    // A model that its own activation removes has received no notification of that.
    let other = Board().withAnchor()
    let quitter = Card().withActivation { card in
      other.detail = nil
      card.node.task {}
    }
    #expect(reports { other.detail = quitter } == [])
    #expect(!quitter.node.context.isLive)
  }

  @Test func aSecondAnchor() {
    let board = Board().withAnchor()
    let found = lines { line in
      line = #line + 1
      _ = board.withAnchor()
    }
    #expect(
      found.reports == [
        """
        \(file):\(found.line): Board is anchored but already lives in a tree. The second anchor has \
        no effect. Keep the first one, or anchor a new Board.
        """
      ]
    )
  }

  @Test func observersThatCauseOneAnotherWithoutEnd() {
    let board = Board().withAnchor()
    let card = board.main
    let context = card.node.context
    let texts = reports {
      let observation = context.observe(Slot<Int>(uncheckedIndex: 0)) { _ in card.points += 1 }
      card.points = 1
      withExtendedLifetime(observation) {}
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        """
        A cycle of observers: 1000 rounds of changes, each caused by the one before, ended with \
        Card.points (declared at StrataModelsTests/Board.swift:
        """
      ) == true
    )
    #expect(
      texts.first?.hasSuffix(
        "The last round is not delivered. Write only when the value differs, or derive the value "
          + "instead of writing it."
      ) == true
    )
  }

  @Test func askingForAPropertyThatTheThreadIsChanging() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let board = Board(title: "a").withAnchor()
      func change(_ title: inout String) { title = board.title + "b" }
      change(&board.title)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Overlapping accesses: this thread is changing Board.title"))
    #expect(output.contains("in place and tries to read the same property before the change"))
  }
}

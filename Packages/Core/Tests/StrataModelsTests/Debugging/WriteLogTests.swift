import Foundation
import StrataConcurrency
import StrataModels
import Testing

@Suite struct WriteLogTests {
  /// The steps of a record without their lines, the last first: `task load < call rename`.
  private func steps(_ record: WriteRecord?) -> String {
    (record?.steps ?? []).reversed()
      .map { step in step.kind.rawValue + (step.name.map { " \($0)" } ?? "") }
      .joined(separator: " < ")
  }

  @Test func saysWhatWasWrittenWhereAndByWhom() throws {
    let app = Listing(rows: [Row(id: 3, title: "Daily")]).withAnchor()
    let log = app.recordWrites(now: { Date(timeIntervalSince1970: 0) })
    let line: UInt = #line + 1
    withCause("rename") { app.rows[0].title = "Weekly" }
    let row = app.rows[0]
    let record = try #require(log.lastWrite { row.title })
    #expect(
      record.explanation == """
        #1 Listing.rows[3].title: "Daily" → "Weekly"
          in round \(record.round), 1970-01-01 00:00:00 UTC
          by call "rename" at StrataModelsTests/WriteLogTests.swift:\(line)
        """
    )
    #expect(log.explain { row.title } == record.explanation)
    #expect(record.date == Date(timeIntervalSince1970: 0))
    #expect(log.explain { app.selection } == "No write of it is on record.")
  }

  @Test func followsTheCauseAcrossAwaitIntoTasksAndOut() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let app = Listing(rows: [Row(id: 1)]).withAnchor {
        $0.continuousClock = simulation.clock
        $0.date = .constant(Date(timeIntervalSince1970: 60))
      }
      let log = app.recordWrites()
      withCause("refresh") {
        _ = app.node.task("sync") {
          try? await app.node.continuousClock.sleep(for: .seconds(5))
          app.node.transaction { app.rows[0].title = "synced" }
        }
      }
      try await simulation.clock.sleep(for: .seconds(6))
      #expect(steps(log.records.last) == "transaction < task sync < call refresh")
      #expect(log.records.last?.time == 60)
      withExtendedLifetime(app) {}
    }
  }

  @Test func namesObserversAndActivations() {
    let card = Card(activation: { $0.points = 5 })
    let board = Board(main: card)
    let log = board.recordWrites()
    let live = board.withAnchor()
    #expect(steps(log.lastWrite { live.main.points }) == "activation Card")
    let observation = live.node.context.observe(Slot<String>(uncheckedIndex: 0)) { _ in
      live.main.points += 1
    }
    withCause("retitle") { live.title = "x" }
    #expect(steps(log.lastWrite { live.title }) == "call retitle")
    #expect(steps(log.lastWrite { live.main.points }) == "observer < call retitle")
    withExtendedLifetime(observation) {}
  }

  @Test func namesTheEventInWhoseDeliverySomethingWasWritten() {
    let board = Board().withAnchor()
    let log = board.recordWrites()
    let context = board.node.context
    let (_, listener) = EventListener<Context>.stream(
      of: Card.Event.self,
      from: .everyone,
      onTermination: { _ in },
      transform: { (_, _) -> Int? in
        board.title = "flipped"
        return nil
      }
    )
    context.addListener(listener)
    board.main.node.send(.flipped)
    #expect(steps(log.lastWrite { board.title }) == "event Event")
    context.removeListener(listener)
  }

  @Test func aTransactionIsOneRoundAndOneRecordForEachProperty() {
    let app = Listing(rows: [Row(id: 1)]).withAnchor()
    let log = app.recordWrites()
    app.node.transaction {
      app.selection = 1
      app.selection = 2
      app.rows[0].title = "x"
    }
    #expect(log.records.map(\.place) == ["Listing.selection", "Listing.rows[1].title"])
    #expect(Set(log.records.map(\.round)).count == 1)
    #expect(log.records.first?.new == "2")
    #expect(steps(log.records.first) == "transaction")
  }

  @Test func tellsModelsThatCameAndWentAndTheirOrder() {
    let app = Listing(rows: [Row(id: 1)]).withAnchor()
    let log = app.recordWrites()
    app.rows.append(Row(id: 2))
    app.rows.remove(id: 1)
    app.rows.append(Row(id: 3))
    app.rows.swapAt(0, 1)
    #expect(
      log.records.map(\.change) == [
        "+ Row[2]", "- Row[1]", "+ Row[3]", "[Row[3], Row[2]]",
      ]
    )
  }

  @Test func namesModelsWithoutIdentityByTheNumberTheyGotAndOnlyInCollections() {
    let board = Board(cards: [Card()]).withAnchor()
    let log = board.recordWrites()
    board.cards[0].points = 1
    board.main.points = 2
    let id = board.cards[0].modelID
    #expect(log.records.map(\.place) == ["Board.cards[\(id)].points", "Board.main.points"])
  }

  @Test func recordsTheSubtreeAloneAndAnswersForEachModelInIt() {
    let board = Board(cards: [Card(), Card()]).withAnchor()
    let all = board.recordWrites()
    let first = board.cards[0].recordWrites()
    board.cards[0].points = 1
    board.cards[1].points = 2
    board.title = "x"
    #expect(first.records.map(\.place) == ["Card.points"])
    #expect(all.records(in: board.cards[1]).map(\.new) == ["2"])
    #expect(all.records.count == 3)
  }

  @Test func aSharedModelIsFoundByAnyOfItsPlaces() {
    let shared = Card()
    let board = Board(cards: [shared], detail: shared).withAnchor()
    let log = board.recordWrites()
    shared.points = 1
    #expect(log.lastWrite { shared.points }?.new == "1")
    board.cards = []
    shared.points = 2
    #expect(log.records.map(\.place).last == "Board.detail.points")
  }

  @Test func anExpressionIsExplainedByAllThatItReads() {
    let board = Board(main: Card(points: 1), cards: [Card(points: 2)]).withAnchor()
    let log = board.recordWrites()
    withCause("a") { board.cards[0].points = 3 }
    withCause("b") { board.main.points = 4 }
    withCause("c") { board.title = "not read" }
    #expect(log.writes { board.sum }.map { steps($0) } == ["call a", "call b"])
    #expect(steps(log.lastWrite { board.sum }) == "call b")
  }

  @Test func whatIsKeptIsBoundedInNumberAndLength() {
    let app = Listing(rows: [Row(id: 1)]).withAnchor()
    let log = app.recordWrites(keeping: .init(total: 50, perProperty: 2, textLength: 12))
    let row = app.rows[0]
    for number in 0..<100 { row.title = "\(number) " + String(repeating: "x", count: 10_000) }
    #expect(log.records.map(\.number) == [99, 100])
    #expect(log.records.allSatisfy { ($0.new?.count ?? 0) == 13 })
    #expect(log.records.last?.new == "\"99 xxxxxxxx…")
  }

  @Test func aCollectionChangedInPlaceHasTheLastKnownTextAsItsOldValue() {
    let card = Tagged().withAnchor()
    let log = card.recordWrites()
    card.tags.append("a")
    card.tags.append("b")
    #expect(log.records.map(\.change) == [#"[ "a" ]"#, #"[ "a" ] → [ "a" "b" ]"#])
  }

  @Test func recordsCanBeSavedAndReadAgain() throws {
    let app = Listing(rows: [Row(id: 1)]).withAnchor { $0.date = .constant(Date()) }
    let saved = Log()
    let log = app.recordWrites { record in
      saved.add(String(decoding: (try? JSONEncoder().encode(record)) ?? Data(), as: UTF8.self))
    }
    withCause("one") { app.rows[0].title = "x" }
    app.rows.append(Row(id: 2))
    let decoded = try saved.entries.map {
      try JSONDecoder().decode(WriteRecord.self, from: Data($0.utf8))
    }
    #expect(decoded == log.records)
    #expect(decoded.filter { $0.concerns(id: "1", kind: "Row") }.count == 1)
  }

  @Test func endsWhenItIsCancelledAndGoesOnInALaterLife() {
    let app = Listing(rows: [Row(id: 1)]).withAnchor()
    let row = app.rows[0]
    let log = row.recordWrites()
    row.title = "a"
    app.rows = []
    app.rows = [row]
    row.title = "b"
    #expect(log.records.map(\.change) == [#""" → "a""#, #""a" → "b""#])
    log.cancel()
    row.title = "c"
    #expect(log.records.count == 2)
  }

  @Test func releasingTheLogEndsTheRecording() {
    let board = Board().withAnchor()
    let seen = Log()
    var log: WriteLog? = board.recordWrites { seen.add($0.change) }
    board.title = "a"
    #expect(log != nil)
    log = nil
    board.title = "b"
    #expect(seen.entries == [#""" → "a""#])
  }

  @Test func aTestWithoutADateHasRecordsWithoutTimeAndNoReport() {
    let board = Board().withAnchor { $0.context = .test }
    let log = board.recordWrites()
    let texts = reports { board.title = "x" }
    #expect(texts.isEmpty)
    #expect(log.records.first?.time == nil)
  }
}

/// A leaf with a collection of plain values.
private struct Tagged: Model {
  static let modelLayout = ModelLayout<Tagged>("Tagged") { $0.slot("tags", \.tags) }
  var modelNode = ModelNode<Tagged>()
  var tags: [String] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  init() { modelNode.initialize(0, to: [] as [String]) }
}

import Foundation
import Observation
import StrataConcurrency
import StrataModels
import Testing

@Suite struct AccessObserverTests {
  private let log = Log()
  private let board = Board(main: Card(points: 1), cards: [Card(points: 2)]).withAnchor()

  @Test func isToldOfEachAccessInsideTheScopeAlone() {
    _ = board.title
    withAccessObserver(AccessObserver { [log] in log.add("\($0)") }) {
      _ = board.title
      _ = board.title
      _ = board.main.points
    }
    _ = board.title
    let id = board.modelID
    #expect(
      log.entries == [
        "Board[\(id)].title", "Board[\(id)].title", "Board[\(id)].main",
        "Card[\(board.main.modelID)].points",
      ]
    )
  }

  @Test func ofFirstAccessesEachPropertyIsToldOnce() {
    let observer = AccessObserver.firstAccess { [log] in log.add($0.property) }
    withAccessObserver(observer) { _ = board.title + board.title }
    withAccessObserver(observer) { _ = (board.title, board.cards) }
    #expect(log.entries == ["title", "cards"])
  }

  @Test func isToldOfChosenPropertiesAlone() {
    let observer = AccessObserver { [log] in log.add("\($0.model).\($0.property)") }
      .only { board.cards[0].points }
    withAccessObserver(observer) { _ = (board.sum, board.title) }
    #expect(log.entries == ["Board.cards", "Card.points"])
  }

  @Test func stopsAtTheFirstAccess() {
    AccessObserver.withBreakpointHandler { [log] in
      log.add($0.property)
    } operation: {
      withAccessObserver(.firstAccessBreakpoint) { _ = board.title + board.title }
    }
    #expect(log.entries == ["title"])
  }

  @Test func withoutAHandlerTheBreakpointIsATrap() async {
    await #expect(processExitsWith: .signal(5)) {
      let board = Board().withAnchor()
      withAccessObserver(.firstAccessBreakpoint) { _ = board.title }
    }
  }

  @Test func isToldOutsideAllLocksAndMayReadAndWrite() {
    let observer = AccessObserver { [board, log] access in
      log.add(access.property)
      board.main.points += 1
    }
    withAccessObserver(observer) { _ = board.title }
    #expect(log.entries == ["title"])
    #expect(board.main.points == 2)
  }

  @Test func scopesInsideAndAroundAreToldToo() {
    let outer = AccessObserver { [log] in log.add("outer \($0.property)") }
    let inner = AccessObserver { [log] in log.add("inner \($0.property)") }
    withAccessObserver(outer) {
      _ = board.title
      withAccessObserver(inner) { _ = board.title }
    }
    #expect(log.entries == ["outer title", "inner title", "outer title"])
  }

  @Test func swiftsOwnScopesAroundAndInsideLearnOfTheReadsAsEver() {
    withObservationTracking {
      withAccessObserver(AccessObserver { _ in }) { _ = board.title }
    } onChange: { [log] in
      log.add("around")
    }
    withAccessObserver(AccessObserver { _ in }) {
      withObservationTracking {
        _ = board.title
      } onChange: { [log] in
        log.add("inside")
      }
    }
    board.title = "x"
    #expect(log.entries.sorted() == ["around", "inside"])
  }

  @Test func whatAnotherThreadReadsIsNotTold() async {
    let observer = AccessObserver { [log] in log.add($0.property) }
    let board = board
    await withCheckedContinuation { continuation in
      withAccessObserver(observer) {
        Thread.detachNewThread {
          _ = board.title
          continuation.resume()
        }
        _ = board.main
      }
    }
    #expect(log.entries == ["main"])
  }

  @Test func knowsTheCallsThatLeadToTheAccess() {
    withAccessObserver(AccessObserver { [log] in log.add("\($0.callStack.count > 3)") }) {
      _ = board.title
    }
    #expect(log.entries == ["true"])
  }
}

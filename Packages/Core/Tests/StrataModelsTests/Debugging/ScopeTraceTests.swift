import StrataConcurrency
import Testing

@testable import StrataModels

/// A part of a view that is evaluated outside of a probe, as SwiftUI does.
@Suite struct ScopeTraceTests {
  @Test func findsTheTriggersByItself() {
    let log = Log()
    let board = Board(title: "a", main: Card(points: 1)).withAnchor()
    let options = DebugOptions(triggers: .withDiff, name: "points", printer: Paper(log: log))
    let trace = ScopeTrace(options, at: .thisLine())
    #expect(trace.evaluate { board.main.points } == 1)
    board.title = "b"
    board.main.points = 2
    #expect(log.entries.isEmpty)
    #expect(trace.evaluate { board.main.points } == 2)
    let card = "Card[\(board.main.modelID)]"
    #expect(log.entries == ["points triggered by \(card).points: 1 → 2\n"])
  }
}

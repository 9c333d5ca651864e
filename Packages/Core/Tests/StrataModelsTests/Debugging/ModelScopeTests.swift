import StrataConcurrency
import StrataModels
import StrataRendering
import Testing

private struct DebuggedView: View {
  @ObservedModel var board: Board
  let log: Log

  var body: some View {
    let _ = $board.debug(DebugOptions(printer: Paper(log: log)))
    Text(board.title)
  }
}

@Suite struct ModelScopeTests {
  private let log = Log()
  private let board = Board(title: "a", main: Card(points: 1)).withAnchor()

  private func options(_ name: String) -> DebugOptions {
    DebugOptions(triggers: .withDiff, name: name, printer: Paper(log: log))
  }

  @Test func isWhatItsContentIs() {
    let probe = RenderProbe { [board] in
      ModelScope { Text(board.title) }.lines
    }
    board.title = "b"
    #expect(probe.output == ["b"])
    #expect(probe.evaluations == 2)
  }

  @Test func saysWhatSetTheEvaluationOfItsContentOff() {
    let probe = RenderProbe { [board, log] in
      VStack {
        Text(board.title)
        ModelScope(
          debug: DebugOptions(triggers: .withDiff, name: "points", printer: Paper(log: log))
        ) {
          Text("\(board.main.points)")
        }
      }
      .lines
    }
    board.title = "b"
    board.main.points = 2
    board.main.points = 3
    #expect(probe.output == ["b", "3"])
    #expect(probe.evaluations == 4)
    let card = "Card[\(board.main.modelID)]"
    #expect(
      log.entries == [
        "points triggered by \(card).points: 1 → 2\n",
        "points triggered by \(card).points: 2 → 3\n",
      ]
    )
  }

  @Test func inALoopEachHasItsOwn() {
    let board = Board(cards: [Card(), Card()]).withAnchor()
    let probe = RenderProbe { [log] in
      board.cards.flatMap { card in
        ModelScope(debug: DebugOptions(triggers: .name, name: "row", printer: Paper(log: log))) {
          Text("\(card.points)")
        }
        .lines
      }
    }
    board.cards[1].points = 7
    #expect(probe.output == ["0", "7"])
    #expect(log.entries == ["row triggered by Card[\(board.cards[1].modelID)].points\n"])
  }

  @Test func outsideAProbeItPrintsNothing() {
    let view = ModelScope(debug: options("x")) { Text(board.title) }
    board.title = "b"
    #expect(view.lines == ["a"])
    #expect(log.entries.isEmpty)
  }

  @Test func aViewPrintsWhatHasChangedSinceItsLastEvaluation() {
    let probe = RenderProbe { [board, log] in DebuggedView(board: board, log: log).lines }
    board.main.points = 2
    #expect(log.entries.isEmpty)
    board.title = "b"
    #expect(probe.output == ["b"])
    #expect(
      log.entries == [
        "Board changed:\n  main.points: 1 → 2\nBoard changed:\n  title: \"a\" → \"b\"\n"
      ]
    )
  }
}

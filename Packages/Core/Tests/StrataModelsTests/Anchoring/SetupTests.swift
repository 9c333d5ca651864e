import StrataModels
import Testing

@Suite struct SetupTests {
  @Test func runsAroundTheActivationInOrder() {
    let log = Log()
    let child = Logged("c", log).withSetup { _ in log.add("setup c") }
    let root = Logged("r", log, child: child)
      .withActivation { _ in log.add("after 1") }
      .withSetup { _ in log.add("setup 1") }
      .withSetup { _ in log.add("setup 2") }
      .withActivation { _ in log.add("after 2") }
    #expect(log.entries == [])
    let anchored = root.withAnchor()
    #expect(log.entries == ["setup 1", "setup 2", "R", "after 1", "after 2", "setup c", "C"])
    withExtendedLifetime(anchored) {}
  }

  @Test func writesStateBeforeTheModelSeesIt() {
    let log = Log()
    let card = Card(activation: { log.add("\($0.points)") }).withSetup { $0.points = 7 }
    let board = Board(main: card).withAnchor()
    #expect(log.entries == ["7"])
    #expect(board.main.points == 7)
  }

  @Test func isKeptByCopiesAndRunsInEachLife() {
    let log = Log()
    let row = Spot("row").withSetup { log.add("setup \($0.name)") }
    let copy = row
    let root = Spot("root").withAnchor()
    root.kids = [copy]
    #expect(log.entries == ["setup row"])
    root.kids = []
    root.kids = [row]
    #expect(log.entries == ["setup row", "setup row"])
  }

  @Test func neverRunsForAModelThatIsNotAnchored() {
    let log = Log()
    do {
      _ = Spot("row").withSetup { _ in log.add("setup") }.withActivation { _ in log.add("after") }
    }
    #expect(log.entries == [])
  }

  @Test func isReportedWhenItComesTooLate() {
    let root = Spot("root").withAnchor()
    let log = Log()
    let found = reports {
      _ = root.withSetup { _ in log.add("setup") }
      _ = root.withActivation { _ in log.add("after") }
    }
    #expect(
      found == [
        """
        withSetup of a Spot was called after it had joined a tree: the closure is not called in this \
        life. Call withSetup before the model is anchored or added.
        """,
        """
        withActivation of a Spot was called after it had joined a tree: the closure is not called in \
        this life. Call withActivation before the model is anchored or added.
        """,
      ]
    )
    #expect(log.entries == [])
  }
}

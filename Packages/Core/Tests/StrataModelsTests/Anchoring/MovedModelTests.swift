import StrataConcurrency
import StrataModels
import Testing

/// Models that lose their slot and get another one by the same commit.
@Suite struct MovedModelTests {
  private let log = Log()

  @Test func aModelThatMovesIntoANewOneLivesOn() {
    let moved = Logged("m", log, child: Logged("n", log))
    let root = Logged("r", log, child: Logged("a", log, child: moved)).withAnchor()
    let id = moved.modelID
    root.node.transaction {
      let taken = root.child?.child
      root.child?.child = nil
      root.children = [Logged("b", log, child: taken)]
    }
    #expect(log.entries == ["R", "A", "M", "N", "B"])
    #expect(root.children[0].child?.modelID == id)
    #expect(moved.node.context.isLive)
    #expect(moved.node.context.eventParents.first === root.children[0].node.context)
    root.children = []
    #expect(log.entries.suffix(3) == ["b", "m", "n"])
  }

  @Test func itsTasksGoOnAndItsWorkIsItsOwn() async throws {
    let lines = log
    _ = try await withSimulation(seed: 1) { _ in
      let moved = Logged("m", Log())
      let root = Logged("r", Log(), child: Logged("a", Log(), child: moved)).withAnchor()
      let (go, signal) = AsyncStream<Void>.makeStream()
      moved.node.task {
        for await _ in go {}
        lines.add(Task.isCancelled ? "cancelled" : "finished")
      }
      await Task.yield()
      root.node.transaction {
        root.child?.child = nil
        root.child = Logged("b", Log(), child: moved)
      }
      signal.finish()
      while lines.entries.isEmpty { await Task.yield() }
      #expect(moved.node.context.isLive)
    }
    #expect(log.entries == ["finished"])
  }

  @Test func howeverDeepInWhatIsNew() {
    let moved = Logged("m", log)
    let root = Logged("r", log, children: [Logged("a", log, child: moved)]).withAnchor()
    root.node.transaction {
      root.children[0].child = nil
      root.child = Logged("b", log, child: Logged("c", log, children: [Logged("d", log), moved]))
    }
    #expect(log.entries == ["R", "A", "M", "B", "C", "D"])
    #expect(root.child?.child?.children[1].modelID == moved.modelID)
  }

  @Test func oneWriteThatWrapsAModelKeepsItsLife() {
    let inner = Logged("m", log)
    let root = Logged("r", log, child: inner, children: [Logged("a", log)]).withAnchor()
    root.child = Logged("b", log, child: inner)
    #expect(log.entries == ["R", "M", "A", "B"])
    root.children[0] = Logged("c", log, children: [root.children[0]])
    #expect(log.entries == ["R", "M", "A", "B", "C"])
    #expect(root.children[0].children.map(\.name) == ["a"])
  }

  @Test func whatWasBelowARemovedModelLivesOnInANewOne() {
    let moved = Logged("m", log)
    let shared = Logged("s", log)
    let old = Logged("a", log, child: moved, children: [Logged("x", log), shared])
    let root = Logged("r", log, child: old).withAnchor()
    root.child = Logged("b", log, child: moved, children: [shared])
    #expect(log.entries == ["R", "A", "M", "X", "S", "a", "x", "B"])
    #expect(moved.node.context.isLive && shared.node.context.isLive)
    root.child = nil
    #expect(log.entries.suffix(3) == ["b", "m", "s"])
  }

  @Test func observersSeeItAtItsNewPlace() {
    let leaf = Spot("leaf")
    let dark = Spot("dark", kids: [leaf])
    let root = Spot("root", kids: [dark]).withAnchor()
    dark.node.environment.theme = "dark"
    root.node.environment.theme = "light"
    let reading = Watched { leaf.node.environment.theme }
    #expect(reading.value == "dark")
    root.node.transaction {
      dark.kids = []
      root.kids.append(Spot("new", kids: [leaf]))
    }
    #expect(reading.hasChanged)
    #expect(leaf.node.environment.theme == "light")
  }

  @Test func isUndoneAndRedoneWithoutANewLife() {
    let log = log
    let moved = Logged("m", log)
    let root = Logged("r", log, child: moved).withAnchor {
      $0.undoSystem.backend = ModelUndoStack()
    }
    root.node.trackUndo()
    root.node.transaction {
      root.child = nil
      root.children = [Logged("b", log, child: moved)]
    }
    root.node.undoSystem.undo()
    #expect(root.child?.modelID == moved.modelID)
    #expect(log.entries == ["R", "M", "B", "b"])
    root.node.undoSystem.redo()
    #expect(root.children.first?.child?.modelID == moved.modelID)
    #expect(log.entries == ["R", "M", "B", "b", "B"])
    #expect(moved.node.context.isLive)
  }

  @Test func oneThatTheNewModelCannotHoldEnds() {
    let moved = Logged("m", log, child: Logged("k", log))
    let root = Logged("r", log, child: moved).withAnchor()
    let texts = reports {
      root.node.transaction {
        root.child = nil
        // Below itself.
        moved.child?.children = [Logged("b", log, child: moved)]
      }
    }
    #expect(texts.count == 1)
    #expect(!moved.node.context.isLive)
    #expect(log.entries.filter { $0 == "m" || $0 == "k" } == ["m", "k"])
    #expect(!log.entries.contains("B"))
  }

  @Test func whereTheNewModelIsTakenOutAgainItEnds() {
    let moved = Logged("m", log)
    let root = Logged("r", log, child: moved).withAnchor()
    root.node.transaction {
      root.child = nil
      root.children = [Logged("b", log, child: moved)]
      root.children = []
    }
    #expect(log.entries == ["R", "M", "m"])
    #expect(!moved.node.context.isLive)
  }
}

import StrataConcurrency
import StrataModels
import Testing

@Suite struct TreeMetricsTests {
  @Test func countsWhatHappensInTheTreesThatAreMadeWithIt() {
    let metrics = TreeMetrics()
    let board = withTreeObserver(metrics) {
      Board(cards: [Card(), Card()]).withAnchor()
    }
    let observation = board.node.context.observe(Slot<String>(uncheckedIndex: 0)) { _ in }
    board.title = "a"
    board.title = "a"
    board.node.transaction {
      board.cards[0].points = 1
      board.cards[0].points = 2
      board.title = "b"
    }
    board.cards.removeLast()
    board.main.node.send(.flipped)
    Board().withAnchor().title = "another tree"
    let counts = metrics.snapshot
    #expect(counts.trees == 1)
    #expect(counts.activations == 4)
    #expect(counts.rounds == 3)
    #expect(counts.writes == 4)
    #expect(counts.notifications == 2)
    #expect(counts.removals == 1)
    #expect(counts.events == 1)
    #expect(
      counts.writesByProperty == ["Board.title": 2, "Card.points": 1, "Board.cards": 1]
    )
    #expect(counts.eventsByType == ["Event": 1])
    #expect(metrics.reset() == counts)
    #expect(metrics.snapshot == TreeMetrics.Snapshot())
    withExtendedLifetime(observation) {}
  }

  @Test func countsEvaluationsByPlace() {
    let metrics = TreeMetrics()
    let order = withTreeObserver(metrics) { Order(prices: [1, 2]).withAnchor() }
    let runs = order.runs
    let line: UInt = #line + 2
    @Sendable func total() -> Int {
      order.node.memoize {
        runs.add()
        return order.prices.reduce(0, +)
      }
    }
    _ = (total(), total())
    #expect(metrics.snapshot.evaluations == 1)
    order.label = "not read"
    _ = total()
    order.prices = [5]
    _ = (total(), total())
    #expect(metrics.snapshot.evaluations == 2)
    let probe = Watched { total() }
    order.prices = [6]
    #expect(probe.hasChanged)
    order.node.transaction {
      order.prices = [7, 7]
      // For that thread alone.
      onThreads(1) { _ in #expect(total() == 6) }
      #expect(total() == 14)
    }
    #expect(runs.count > 3)
    #expect(metrics.snapshot.evaluations == runs.count)
    #expect(
      metrics.snapshot.evaluationsByPlace
        == ["StrataModelsTests/TreeMetricsTests.swift:\(line)": runs.count]
    )
    withExtendedLifetime(probe) {}
  }

  @Test func countsTasksAndTheirTimes() async throws {
    let metrics = TreeMetrics()
    _ = try await withSimulation(seed: 1) { _ in
      let board = withTreeObserver(metrics) { Board().withAnchor() }
      let task = board.node.task("load") { await Task.yield() }
      let loop = board.node.forEach(board.change(of: \.title)) { _ in }
      while metrics.snapshot.endedTasks < 2 { await Task.yield() }
      task.cancel()
      loop.cancel()
    }
    let counts = metrics.snapshot
    #expect(counts.begunTasks == 2)
    #expect(counts.endedTasks == 2)
    #expect(counts.longestTask > .zero)
  }

  @Test func canBeginAndEndInTheMidstOfATreesLife() {
    let metrics = TreeMetrics()
    let board = Board().withAnchor()
    board.title = "before"
    let observation = board.node.context.observeTree(metrics)
    board.title = "during"
    observation.cancel()
    board.title = "after"
    #expect(metrics.snapshot.writes == 1)
    observation.cancel()
    let again = board.node.context.observeTree(metrics)
    board.title = "again"
    #expect(metrics.snapshot.writes == 2)
    withExtendedLifetime(again) {}
  }

  @Test func severalObserversEndByThemselves() {
    let (one, two) = (TreeMetrics(), TreeMetrics())
    let board = Board().withAnchor()
    let first = board.node.context.observeTree(one)
    let second = board.node.context.observeTree(two)
    first.cancel()
    board.title = "a"
    #expect(one.snapshot.writes == 0)
    #expect(two.snapshot.writes == 1)
    withExtendedLifetime(second) {}
  }
}

/// Writes down what becomes of tasks.
private final class TaskLog: TreeObserver {
  let log: Log
  var wantsTasks: Bool { true }

  init(_ log: Log) { self.log = log }

  func taskDidBegin(_ task: ObservedTask, of context: Context) { note("begins", task) }
  func taskWasCancelled(_ task: ObservedTask, of context: Context) { note("is cancelled", task) }

  func taskDidEnd(_ task: ObservedTask, of context: Context, after duration: Duration) {
    note("ends", task)
  }

  private func note(_ what: String, _ task: ObservedTask) { log.add("\(task.name ?? "") \(what)") }
}

@Suite struct TaskObservationTests {
  @Test func aTreeObserverIsToldOfACancellationBeforeTheTaskEnds() async throws {
    let log = Log()
    _ = try await withSimulation(seed: 1) { simulation in
      let board = withTreeObserver(TaskLog(log)) { Board().withAnchor() }
      let endless = board.node.task("endless") {
        try await simulation.clock.sleep(for: .seconds(1_000))
      } catch: { _ in
      }
      board.node.task("short") { await Task.yield() }
      while !log.entries.contains("short ends") { await Task.yield() }
      endless.cancel()
      while !log.entries.contains("endless ends") { await Task.yield() }
    }
    #expect(log.entries.filter { $0.hasPrefix("short") } == ["short begins", "short ends"])
    #expect(
      log.entries.filter { $0.hasPrefix("endless") }
        == ["endless begins", "endless is cancelled", "endless ends"]
    )
  }
}

@Suite struct TreeLogTests {
  private let log = Log()

  @Test func saysWhatHappensWithItsPlaces() {
    let lines = log
    let entries = TreeLog([.treeBegan, .treeEnds, .activated, .event]) { lines.add("\($0)") }
    var line: UInt = 0
    let (root, id) = withTreeObserver(entries) { () -> (UInt, String) in
      line = #line + 1
      let board = Board().withAnchor()
      board.main.node.send(.flipped)
      return (line, "\(board.main.modelID)")
    }
    let file = "StrataModelsTests/TreeMetricsTests.swift"
    #expect(log.entries.first == "Board anchored [at: \(file):\(root)]")
    #expect(log.entries[1].hasPrefix("Board activated [id: #"))
    #expect(log.entries[2] == "Card activated [id: \(id)]")
    #expect(log.entries[3] == "Card sent Event [at: \(file):\(root + 1), id: \(id)]")
    #expect(log.entries.last == "Board ends")
  }

  @Test func saysWhatARoundChanged() {
    let lines = log
    let entries = TreeLog([.round]) { entry in
      let counts = ["notifications", "removed"].compactMap { entry.metadata[$0] }
      lines.add("\(entry.message) \(counts.joined(separator: ", "))")
    }
    let board = withTreeObserver(entries) { Board().withAnchor() }
    board.node.transaction {
      board.title = "x"
      board.main.points = 1
    }
    #expect(log.entries == ["changed Board.title, Card.points 0"])
  }

  @Test func saysWhenTasksBeginAndEnd() async throws {
    let lines = log
    let entries = TreeLog([.taskBegan, .taskEnded]) { lines.add($0.message) }
    _ = try await withSimulation(seed: 1) { _ in
      let board = withTreeObserver(entries) { Board().withAnchor() }
      board.node.task("load") { await Task.yield() }
      while lines.entries.count < 2 { await Task.yield() }
    }
    #expect(log.entries == ["Board began task \"load\"", "Board ended task \"load\""])
  }
}

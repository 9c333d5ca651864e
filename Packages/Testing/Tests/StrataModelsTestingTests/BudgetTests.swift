import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

@Suite struct BudgetTests {
  @Test func countsTransactionsThatChangeWhatIsRead() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let board = Board(counters: [Counter(), Counter()]).withAnchor()
      await expect(notifications: 1, of: board.counters[0].count + board.counters[1].count) {
        board.node.transaction {
          board.counters[0].count = 1
          board.counters[1].count = 2
        }
        board.counters[0].fact = "not read"
      }
      await expect(notifications: 0, of: board.counters[0].count) { board.counters[0].count = 1 }
    }
    #expect(findings.messages == [])
  }

  @Test func saysWhatNotifiedTooOften() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let board = Board(counters: [Counter(), Counter()]).withAnchor()
      await expect(notifications: 1, of: board.counters[0].count + board.counters[1].count) {
        board.counters[0].count = 1
        board.counters[1].count = 2
      }
    }
    #expect(
      findings.messages == [
        """
        Expected 1 notification, counted 2.

          1: board.counters[0].count
          2: board.counters[1].count
        """
      ]
    )
    #expect(findings.kinds == [.budget])
  }

  @Test func waitsForWhatTheClosureSetsGoing() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let counter = Counter().withAnchor()
      await expect(notifications: 2, of: counter.count) {
        counter.node.task { counter.increment() }
        counter.node.task { counter.increment() }
      }
    }
    #expect(findings.messages == [])
  }

  @Test func countsEvaluations() async {
    let evaluations = Locked(0, rank: .leaf)
    let findings = await Findings.of(exhaustivity: .off) {
      let counter = Counter().withAnchor()
      let observer = Locked<Tracker?>(nil, rank: .leaf)
      let body: @Sendable () -> Void = {
        evaluations.withLock { $0 += 1 }
        observer.withLock { $0 }?.track { _ = counter.count }
      }
      let tracker = Tracker { body() }
      observer.withLock { $0 = tracker }
      body()
      await expect(evaluations: 1, of: evaluations.withLock { $0 }) { counter.increment() }
      await expect(evaluations: 1, of: evaluations.withLock { $0 }) { counter.fact = "not read" }
      let released = observer.withLock { $0.take() }
      _ = consume released
    }
    #expect(findings.messages == ["Expected 1 evaluation, counted 0."])
  }
}

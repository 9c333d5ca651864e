import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

/// Tasks that are cancelled because their model is removed: what they do while an error takes them out of their
/// bodies is no fault.
@Suite struct UnwindingTests {
  @Test(.simulated()) func aFlagThatDeferResetsNeedsNothing() async {
    let board = Board(counters: [Counter()]).withAnchor()
    board.counters[0].loadWithDefer()
    await expect(board.counters[0].isLoading)
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(.simulated()) func anEventThatDeferSendsNeedsNothing() async {
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    counter.node.task {
      defer { counter.node.send(.cleared) }
      try await counter.node.continuousClock.sleep(for: .seconds(1))
    } catch: { _ in
    }
    await settle()
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test(.simulated()) func anErrorOfTheTasksOwnUnwindsItToo() async {
    struct Closed: Error {}
    let board = Board(counters: [Counter()]).withAnchor()
    let counter = board.counters[0]
    counter.node.task {
      defer { counter.isLoading = false }
      do {
        try await counter.node.continuousClock.sleep(for: .seconds(1))
      } catch {
        throw Closed()
      }
    } catch: { _ in
    }
    await settle()
    board.counters.removeAll()
    await expect(board.counters.isEmpty)
  }

  @Test func aTaskThatGoesOnWorkingIsReportedOnce() async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      counter.node.task("deaf") {
        defer { counter.isLoading = false }
        try? await counter.node.continuousClock.sleep(for: .seconds(1))
        counter.count = 5
      }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("Counter.count (") == true)
    #expect(findings.messages.first?.contains("was written by the task \"deaf\"") == true)
  }

  @Test func oneThatUnwindsDoesNotHideOneThatGoesOn() async {
    let findings = await Findings.of {
      let board = Board(counters: [Counter()]).withAnchor()
      let counter = board.counters[0]
      counter.loadWithDefer()
      counter.node.task("deaf") {
        try? await counter.node.continuousClock.sleep(for: .seconds(1))
        await Task.yield()
        counter.count = 5
      }
      await settle()
      board.counters.removeAll()
      await expect(board.counters.isEmpty)
    }
    #expect(findings.kinds == [.misuse])
  }
}

extension Counter {
  fileprivate func loadWithDefer() {
    node.task {
      isLoading = true
      defer { isLoading = false }
      try await node.continuousClock.sleep(for: .seconds(1))
      fact = "late"
    } catch: { _ in
    }
  }
}

import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTesting
import Testing

@Suite(.modelTesting) struct ModelTestingTraitTests {
  @Test func runsTheTestInASimulation() async throws {
    #expect(SimulatedExecutor.current != nil)
    let counter = Counter(count: 2).withAnchor()
    counter.load()
    await expect {
      counter.fact == "2 is a good number."
      counter.isLoading == false
    }
    #expect(TestScope.current?.executor.clock.now.offset == .seconds(1))
  }

  @Test func requireWaitsForAValue() async throws {
    let board = Board().withAnchor()
    board.node.task {
      try await board.node.continuousClock.sleep(for: .milliseconds(10))
      board.chosen = Counter(count: 5)
    } catch: { _ in
    }
    let chosen = try await require(board.chosen)
    await expect(chosen.count == 5)
  }

  @Test func settleForgetsTheSetUp() async {
    let board = Board().withAnchor()
    board.counters = [Counter(), Counter()]
    await settle()
    await expect(board.announced.isEmpty)
    board.counters[1].increment()
    board.chosen = Counter()
    await settle { board.counters[1].count == 1 }
  }

  @Test(.modelTesting(exhaustivity: .off)) func theInnermostTraitCounts() async {
    #expect(TestScope.current?.exhaustivity == .off)
    let counter = Counter().withAnchor()
    counter.increment()
  }

  @Test(.simulated(seed: 3)) func anOrderIsComposedWithTheSuitesTrait() async {
    #expect(SimulatedExecutor.current != nil)
    let counter = Counter().withAnchor()
    for _ in 0..<4 { counter.node.task { counter.increment() } }
    await expect(counter.count == 4)
  }

  @Test func aPartCanMakeOtherDemands() async {
    let counter = Counter().withAnchor()
    await withExhaustivity(.off) {
      counter.increment()
      counter.announce()
    }
    #expect(TestScope.current?.exhaustivity == .full)
    await expect(counter.fact == nil)
  }

  @Test @MainActor func runsOnTheMainActorToo() async {
    MainActor.assertIsolated()
    let counter = Counter().withAnchor()
    counter.node.task { @MainActor in counter.increment() }
    await expect(counter.count == 1)
  }

  @Test(arguments: [1, 2, 3]) func eachCaseHasASimulation(count: Int) async {
    let counter = Counter().withAnchor()
    counter.count = count
    await expect(counter.count == count)
    #expect(TestScope.current?.executor.clock.now.offset == .zero)
  }

  @Test func scopesRunInParallel() async {
    #expect(SimulatedExecutor.current != nil)
  }
}

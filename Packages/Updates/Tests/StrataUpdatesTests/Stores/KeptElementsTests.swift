import StrataConcurrency
import Testing

@testable import StrataUpdates

/// The elements that a loop slower than its store receives.
@Suite struct KeptElementsTests {
  @Test func eachSequenceKeepsWhatItsPolicySays() async throws {
    let run = try await withSimulation(seed: 1) { _ in
      var store: CounterStore? = makeStore()
      let states = try #require(store?.states).keeping(.bufferingNewest(2))
      let actions = try #require(store?.actions).keeping(.bufferingOldest(2))
      let updates = try #require(store?.updates).keeping(.bufferingAll(upTo: 3))
      ReportSink.withHandler { _ in
      } operation: {
        for _ in 0..<10_000 { store?.send(.increment) }
      }
      store?.send(.touch)
      store = nil
      var counts: [Int] = []
      for await state in states { counts.append(state.count) }
      var sent: [CounterAction] = []
      for await action in actions { sent.append(action) }
      var results: [Int] = []
      for await update in updates { results.append(update.state.count) }
      return (counts, sent, results)
    }
    #expect(run.value.0 == [9_999, 10_000])
    #expect(run.value.1 == [.increment, .increment])
    #expect(run.value.2 == [9_999, 10_000, 10_000])
  }

  @Test func effectsThatRunWithoutAStoreAreBoundedToo() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let fx = Fx<Int>.run { send in for number in 1...10_000 { send(number) } }
      let newest = fx.keeping(.bufferingNewest(2))
      let oldest = fx.keeping(.bufferingOldest(2))
      await simulation.waitUntilIdle()
      var kept: [[Int]] = []
      for actions in [newest, oldest] {
        var numbers: [Int] = []
        for await number in actions { numbers.append(number) }
        kept.append(numbers)
      }
      return kept
    }
    #expect(run.value == [[9_999, 10_000], [1, 2]])
  }
}

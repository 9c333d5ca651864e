import StrataOneStore
import StrataOneStoreTesting
import StrataTesting
import Testing

private struct Ticker: Model {
  struct State: Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State
  @ModelDependency(\.continuousClock) private var clock

  func start() {
    task {
      while true {
        try await clock.sleep(for: .seconds(60))
        state.count += 1
      }
    } catch: { _ in
    }
    .cancel(for: "ticks")
  }

  func stop() { cancelAll(for: "ticks") }
}

/// The clock of a store that is tested is the simulation's, as that of a model is.
@Suite struct TestStoreClockTests {
  @Test(.simulated()) func anHourHasSixtyMinutes() async throws {
    let store = TestStore<Ticker>(initialState: .init())
    @TestModel var ticker = store.model
    ticker.start()
    try await Task.sleep(for: .seconds(3_601))
    await $ticker.count.assert(60)
    ticker.stop()
  }

  @Test(.simulated()) func eachMinuteIsAsserted() async throws {
    let store = TestStore<Ticker>(initialState: .init())
    @TestModel var ticker = store.model
    ticker.start()
    for minute in 1...5 {
      await $ticker.count.assert(minute, timeoutNanoseconds: 60_000_000_000)
    }
    ticker.stop()
  }
}

import StrataConcurrency
import StrataSources
import StrataStores
import Testing

@testable import StrataBridges

@Suite struct StoreSourceTests {
  @Test func hasTheStatesOfTheStoreInOrder() {
    let store = LevelStore()
    let source = store.eraseToSource()
    #expect(source.model == store.state)
    let recorder = Recorder(source)
    for number in 1...3 { store.state.fill(number) }
    #expect(recorder.models.map(\.number) == [0, 1, 2, 3])
    #expect(source.model.number == 3)
  }

  @Test func beginsWhenItIsFirstReadAndMissesNothingAfterwards() {
    let store = LevelStore()
    let source = store.eraseToSource()
    store.state.fill(1)
    #expect(source.model.number == 1)
    store.state.fill(2)
    #expect(source.model.number == 2)
  }

  @Test func equalStatesAndPushesAreNoUpdates() {
    let store = LevelStore()
    let recorder = Recorder(store.eraseToSource())
    store.state.fill(1)
    store.state.fill(1)
    store.forcePushState()
    #expect(recorder.models.map(\.number) == [0, 1])
  }

  @Test func isToldWhereTheStoreTells() async throws {
    let run = try await withSimulation(seed: 1) { _ in
      let store = LevelStore(delivery: .serial("bridge"))
      let source = store.eraseToSource()
      _ = source.model
      store.state.fill(1)
      let before = source.model.number
      try await Task.sleep(for: .zero)
      return (before, source.model.number)
    }
    #expect(run.value == (0, 1))
  }

  @Test func operatorsGoOnFromIt() {
    let store = LevelStore()
    let parity = store.eraseToSource().map { $0.number % 2 }.filteringDuplicates()
    let recorder = Recorder(parity)
    for number in [1, 3, 4] { store.state.fill(number) }
    #expect(recorder.models == [0, 1, 0])
  }

  @Test func nothingIsLeftWhenStoreAndSourceAreReleased() {
    weak var store: LevelStore?
    weak var recorder: Recorder<Level>?
    do {
      let made = LevelStore()
      store = made
      let source = made.eraseToSource()
      let told = Recorder(source)
      recorder = told
      made.state.fill(1)
      #expect(told.models.map(\.number) == [0, 1])
    }
    #expect(store == nil)
    #expect(recorder == nil)
  }

  @Test func sourceKeepsTheStore() {
    weak var store: LevelStore?
    var source: Source<Level>?
    do {
      let made = LevelStore()
      store = made
      source = made.eraseToSource()
    }
    #expect(store != nil)
    #expect(source?.model.number == 0)
    source = nil
    #expect(store == nil)
  }

  @Test func storeDoesNotKeepTheSource() {
    let store = LevelStore()
    weak var source: FollowingSource<Level>?
    do {
      let made = FollowingSource<Level>(read: { store.state }, follow: { store.subscribe($0) })
      #expect(made.model.number == 0)
      source = made
    }
    #expect(source == nil)
    store.state.fill(1)
  }

  @Test func twoThatFollowOneAnotherOnTwoThreadsDoNotDeadlockAndAgree() async {
    /// Raises a store to the value of a source.
    final class Raiser: Sendable {
      let store: LevelStore
      let source: Source<Level>
      init(_ store: LevelStore, to source: Source<Level>) {
        self.store = store
        self.source = source
        source.subscribe(self, method: Raiser.raise)
      }
      func raise(_ level: Level) {
        store.state.update { if level.number > $0.number { $0.fill(level.number) } }
      }
    }
    let stores = [LevelStore(), LevelStore()]
    let raisers = [
      Raiser(stores[0], to: stores[1].eraseToSource()),
      Raiser(stores[1], to: stores[0].eraseToSource()),
    ]
    await onThreads(2) { index in
      for number in 1...1_000 {
        stores[index].state.update { if number > $0.number { $0.fill(number) } }
      }
    }
    #expect(stores.map(\.state.number) == [1_000, 1_000])
    withExtendedLifetime(raisers) {}
  }
}

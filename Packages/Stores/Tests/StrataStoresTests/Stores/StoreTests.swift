import StrataConcurrency
import StrataStores
import Testing

@Suite struct StoreTests {
  private func statesOf(
    _ store: Store<CounterState>,
    during body: () throws -> Void
  ) rethrows -> [CounterState] {
    let seen = Recorded<CounterState>()
    let token = store.subscribe { seen.append($0) }
    defer { token.stop() }
    try body()
    return Array(seen.elements.dropFirst())
  }

  @Test func beginsWithTheInitialState() {
    #expect(CounterStore(count: 3).state.count == 3)
  }

  @Test func tellsEachTransactionWithoutBeingAsked() {
    let store = CounterStore()
    let seen = statesOf(store) {
      store.state.add(1)
      store.state.start(step: 2)
    }
    #expect(seen.map(\.count) == [1, 1])
    #expect(seen.map(\.current) == [.idle, .counting(step: 2)])
  }

  @Test func manyChangesInOneUpdateAreToldOnce() {
    let store = CounterStore()
    let seen = statesOf(store) {
      store.state.update {
        $0.count = 1
        $0.label = "one"
      }
    }
    #expect(seen == [CounterState(count: 1, label: "one")])
  }

  @Test func replacingTheStateIsOneTransactionAndResetsTheRest() {
    let store = CounterStore(count: 5)
    let seen = statesOf(store) { store.state = .init(current: .counting(step: 1)) }
    #expect(seen == [CounterState(current: .counting(step: 1))])
  }

  @Test func equalStatesAreNotTold() {
    let store = CounterStore()
    let seen = statesOf(store) {
      store.state.count = 0
      store.state.update {
        $0.count = 5
        $0.count = 0
      }
      store.state = .init()
    }
    #expect(seen.isEmpty)
  }

  @Test func updateInAStoreGivesWhatItsClosureReturns() {
    let store = CounterStore(count: 1)
    let before = store.state.update { state in
      defer { state.count = 9 }
      return state.count
    }
    #expect(before == 1)
    #expect(store.state.count == 9)
  }

  @Test func aThrownErrorKeepsAndTellsWhatWasChangedAndLeavesNothingLocked() async {
    struct Failure: Error {}
    let store = CounterStore()
    let seen = statesOf(store) {
      #expect(throws: Failure.self) {
        try store.state.update {
          $0.count = 1
          throw Failure()
        }
      }
    }
    #expect(seen.map(\.count) == [1])
    await Task.detached { store.add(1) }.value
    #expect(store.state.count == 2)
  }

  @Test func methodsAreStatementsWhoseResultIsState() {
    let store = CounterStore()
    let seen = statesOf(store) { store.add(4) }
    #expect(seen.map(\.count) == [4])
  }

  @Test func isReleasedWithAllThatItHolds() {
    weak var store: CounterStore?
    weak var follower: ShiftedStore?
    do {
      let delivery = StoreDelivery.immediate
      let source = CounterStore(delivery: delivery)
      let shifted = ShiftedStore(source, by: 1, delivery: delivery)
      source.add(1)
      (store, follower) = (source, shifted)
      #expect(shifted.state.count == 2)
    }
    #expect(store == nil)
    #expect(follower == nil)
  }

  @Test func identifierTellsStoresOfOneClassApartAndStays() {
    let (a, b) = (CounterStore(), CounterStore())
    #expect(a.storeIdentifier != b.storeIdentifier)
    #expect(a.storeIdentifier == a.storeIdentifier)
    #expect(a.storeIdentifier.hasPrefix("CounterStore#"))
  }

  @Test func forcedPushTellsAnEqualStateToSubscribersAndStores() {
    let delivery = StoreDelivery.immediate
    let store = CounterStore(count: 1, delivery: delivery)
    let told = Recorded<Int>()
    let follower = CounterStore(delivery: delivery)
    follower.subscribe(to: store) { told.append($0.count) }
    let seen = statesOf(store) { store.forcePushState() }
    #expect(seen.map(\.count) == [1])
    #expect(told.elements == [1, 1])
  }
}

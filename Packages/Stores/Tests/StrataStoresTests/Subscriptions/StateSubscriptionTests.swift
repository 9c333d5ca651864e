import StrataConcurrency
import StrataStores
import Testing

@Suite struct StateSubscriptionTests {
  @Test func tellsTheCurrentStateAtOnceAndThenChanges() {
    let store = CounterStore(count: 3)
    let seen = Recorded<Int>()
    let token = store.subscribe { seen.append($0.count) }
    #expect(seen.elements == [3])
    store.add(1)
    #expect(seen.elements == [3, 4])
    withExtendedLifetime(token) {}
  }

  @Test func endsWhenTheTokenIsReleased() {
    let store = CounterStore()
    let seen = Recorded<Int>()
    var token: StateSubscription<CounterState>? = store.subscribe { seen.append($0.count) }
    store.add(1)
    #expect(token != nil)
    token = nil
    store.add(1)
    #expect(seen.elements == [0, 1])
  }

  @Test func endsWhenItIsStopped() {
    let store = CounterStore()
    let seen = Recorded<Int>()
    let token = store.subscribe { seen.append($0.count) }
    token.stop()
    store.add(1)
    #expect(seen.elements == [0])
  }

  @Test func releasesWhatTheHandlerHoldsWhenItEnds() {
    let store = CounterStore()
    weak var held: Recorded<Int>?
    do {
      let object = Recorded<Int>()
      held = object
      let token = store.subscribe { object.append($0.count) }
      #expect(held != nil)
      token.stop()
    }
    #expect(held == nil)
  }
}

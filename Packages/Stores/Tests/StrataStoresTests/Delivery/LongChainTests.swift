import StrataConcurrency
import StrataStores
import Testing

/// Long chains of different subscribers, and subscribers beside one that is called no more.
@Suite struct LongChainTests {
  private enum Beep: SideEffect { case number(Int) }

  // SAFETY: adds no state.
  private final class BeepingStore: EffectStore<CounterState, Beep>, @unchecked Sendable {
    init() { super.init(initialState: .init(), delivery: .immediate) }
  }

  @Test func aChainOfManyStoresIsToldWhole() {
    let delivery = StoreDelivery.immediate
    var chain: [Store<CounterState>] = [CounterStore(delivery: delivery)]
    let told = Recorded<Int>()
    let found = reports {
      for _ in 0..<2_500 {
        chain.append(ShiftedStore(chain[chain.count - 1], by: 1, delivery: delivery))
      }
      let token = chain[2_500].subscribe { told.append($0.count) }
      chain[0].state.count = 7
      withExtendedLifetime(token) {}
    }
    #expect(found == [])
    #expect(told.elements == [2_500, 2_507])
  }

  @Test func aChainOfManyClosuresIsToldWhole() {
    let delivery = StoreDelivery.immediate
    let stores = (0...2_500).map { _ in CounterStore(delivery: delivery) }
    let sum = CounterStore(delivery: delivery)
    let told = Recorded<Int>()
    let found = reports {
      var tokens = zip(stores, stores.dropFirst()).map { lower, upper in
        lower.subscribe { [weak upper] state in
          guard state.count > 0 else { return }
          upper?.state.count = state.count
          sum.add(1)
        }
      }
      tokens.append(sum.subscribe { told.append($0.count) })
      stores[0].state.count = 7
      withExtendedLifetime(tokens) {}
    }
    #expect(found == [])
    #expect(stores[2_500].state.count == 7)
    #expect(told.elements == Array(0...2_500))
  }

  @Test func aStoreThatFollowsACountingOneIsUpdatedEachTime() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let follower = ShiftedStore(source, by: 0, delivery: delivery)
    let told = Recorded<Int>()
    let found = reports {
      let tokens = [
        source.subscribe { [weak source] in
          if (1..<900).contains($0.count) { source?.add(1) }
        },
        follower.subscribe { told.append($0.count) },
      ]
      source.add(1)
      withExtendedLifetime(tokens) {}
    }
    #expect(found == [])
    #expect(told.elements == Array(0...900))
  }

  @Test func aStoreThatManyFollowersChangeIsUpdatedEachTime() {
    let delivery = StoreDelivery.immediate
    let changed = CounterStore(delivery: delivery)
    let follower = ShiftedStore(changed, by: 0, delivery: delivery)
    var chain = [CounterStore(delivery: delivery)]
    let found = reports {
      for _ in 0..<300 {
        let next = CounterStore(delivery: delivery)
        next.subscribe(to: chain[chain.count - 1]) { [weak next, weak changed] in
          guard $0.count > 0 else { return }
          next?.state.count = $0.count
          changed?.add(1)
        }
        chain.append(next)
      }
      chain[0].state.count = 1
    }
    #expect(found == [])
    #expect(follower.state.count == 300)
  }

  @Test func whoOnlyWatchesIsToldOfTheLastState() {
    let store = CounterStore(delivery: .immediate)
    let follower = ShiftedStore(store, by: 0, delivery: store.delivery)
    let (counted, seen) = (Recorded<Int>(), Recorded<Int>())
    let found = reports {
      let tokens = [
        store.subscribe { [weak store] in
          counted.append($0.count)
          if (1..<5_000).contains($0.count) { store?.add(1) }
        },
        store.subscribe { seen.append($0.count) },
      ]
      store.add(1)
      withExtendedLifetime(tokens) {}
    }
    #expect(found.count == 1)
    #expect(store.state.count < 1_100)
    #expect(counted.elements.last == store.state.count - 1)
    #expect(seen.elements == Array(0...store.state.count))
    #expect(follower.state.count == store.state.count)
  }

  @Test func whoOnlyWatchesReceivesTheLastEffect() {
    let store = BeepingStore()
    let seen = Recorded<Int>()
    let found = reports {
      let tokens = [
        store.subscribe { [weak store] _, effect in
          if case .number(let number) = effect, number < 5_000 { store?.emit(.number(number + 1)) }
        },
        store.subscribe { _, effect in if case .number(let number) = effect { seen.append(number) }
        },
      ]
      store.emit(.number(1))
      withExtendedLifetime(tokens) {}
    }
    #expect(found.count == 1)
    #expect(seen.elements == Array(1...1_001))
  }

  @Test func closuresThatCallOneAnotherByWayOfAStoreAreEnded() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let follower = ShiftedStore(source, by: 0, delivery: delivery)
    let found = reports {
      let token = follower.subscribe { [weak source] in
        if (1..<5_000).contains($0.count) { source?.add(1) }
      }
      source.add(1)
      withExtendedLifetime(token) {}
    }
    #expect(found.count == 1)
    #expect(follower.state.count == source.state.count)
    #expect(source.state.count < 1_100)
  }
}

import Dispatch
import StrataConcurrency
import StrataStores
import Testing

@Suite struct StoreDeliveryTests {
  @Test func eachStateIsToldThoughTheStoreHasMovedOn() {
    let executor = ManualExecutor()
    let store = CounterStore(delivery: StoreDelivery(executor))
    let seen = Recorded<String>()
    let token = store.subscribe { seen.append($0.label) }
    store.state.label = "A"
    store.state.label = "B"
    store.state.label = "C"
    #expect(seen.elements == [""])
    executor.run()
    #expect(seen.elements == ["", "A", "B", "C"])
    token.stop()
  }

  @Test func theMainQueueIsTheDefault() {
    #expect(Settings.delivery === StoreDelivery.main)
    #expect(Store<CounterState>(initialState: .init()).delivery === StoreDelivery.main)
  }

  @Test func statesReachTheMainQueueFromOtherThreads() async {
    let store = CounterStore(delivery: .main)
    let states = AsyncStream<(Int, Bool)>.makeStream()
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    let token = store.subscribe {
      states.continuation.yield(($0.count, DispatchQueue.getSpecific(key: isMain) ?? false))
      if $0.count == 2 { states.continuation.finish() }
    }
    await Task.detached {
      store.add(1)
      store.add(1)
    }.value
    var told: [(Int, Bool)] = []
    for await state in states.stream { told.append(state) }
    #expect(told.map(\.0) == [0, 1, 2])
    #expect(told.dropFirst().map(\.1) == [true, true])
    token.stop()
  }

  @MainActor
  @Test func onTheMainQueueAChangeIsToldBeforeItReturns() async {
    let store = CounterStore(delivery: .main)
    let seen = Recorded<Int>()
    let token = store.subscribe { seen.append($0.count) }
    store.add(1)
    #expect(seen.elements == [0, 1])
    token.stop()
  }

  @Test func aSerialQueueTellsInOrder() async {
    let store = CounterStore(delivery: .serial("test"))
    let states = AsyncStream<Int>.makeStream()
    let token = store.subscribe {
      states.continuation.yield($0.count)
      if $0.count == 100 { states.continuation.finish() }
    }
    for _ in 0..<100 { store.add(1) }
    var told: [Int] = []
    for await state in states.stream { told.append(state) }
    #expect(told == Array(0...100))
    token.stop()
  }

  @Test func whatASubscriberChangesIsToldAfterwards() {
    let store = CounterStore()
    let seen = Recorded<String>()
    let first = store.subscribe { [weak store] state in
      seen.append("first \(state.count)")
      if state.count == 1 { store?.add(1) }
    }
    let second = store.subscribe { seen.append("second \($0.count)") }
    store.add(1)
    #expect(
      seen.elements == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"]
    )
    first.stop()
    second.stop()
  }

  @Test func nothingIsToldInsideAChangeOfAnotherStore() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let seen = Recorded<Int>()
    let token = b.subscribe { [weak a] state in seen.append(state.count + (a?.state.count ?? 0)) }
    a.state.update {
      $0.count = 100
      b.add(1)
    }
    #expect(seen.elements == [0, 101])
    token.stop()
  }

  @Test func nothingIsPushedInsideAChangeOfAnotherStore() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let seen = Recorded<String>()
    let token = b.subscribe { _ in seen.append("told") }
    a.state.update { _ in
      seen.append("begins")
      b.forcePushState()
      seen.append("ends")
    }
    #expect(seen.elements == ["told", "begins", "ends", "told"])
    token.stop()
  }

  @Test func nothingIsToldAfterAStopThoughItWasQueuedBefore() {
    let executor = ManualExecutor()
    let store = CounterStore(delivery: StoreDelivery(executor))
    let (stopped, staying) = (Recorded<Int>(), Recorded<Int>())
    let first = store.subscribe { stopped.append($0.count) }
    let second = store.subscribe { staying.append($0.count) }
    store.add(1)
    first.stop()
    executor.run()
    #expect(stopped.elements == [0])
    #expect(staying.elements == [0, 1])
    second.stop()
  }

  @Test func followersHandleEachStateByItself() {
    let executor = ManualExecutor()
    let delivery = StoreDelivery(executor)
    let source = CounterStore(delivery: delivery)
    let follower = ShiftedStore(source, by: 10, delivery: delivery)
    let seen = Recorded<Int>()
    let token = follower.subscribe { seen.append($0.count) }
    source.add(1)
    source.add(1)
    source.add(1)
    executor.run()
    #expect(seen.elements == [10, 11, 12, 13])
    token.stop()
  }

  @Test func aTestMayChooseTheDeliveryOfTheStoresItMakes() async {
    let delivery = StoreDelivery.immediate
    Settings.withDelivery(delivery) {
      #expect(Store<CounterState>(initialState: .init()).delivery === delivery)
    }
    await Settings.withDelivery(delivery) {
      let inTask = await Task { Store<CounterState>(initialState: .init()).delivery }.value
      #expect(inTask === delivery)
    }
    #expect(Settings.delivery === StoreDelivery.main)
  }
}

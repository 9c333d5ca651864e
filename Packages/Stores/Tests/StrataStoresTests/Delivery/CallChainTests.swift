import StrataConcurrency
import StrataStores
import Testing

/// Subscribers that change the store that notifies them.
@Suite struct CallChainTests {
  /// The bound at which an endless chain gives up, so that a test fails instead of hanging.
  private static let far = 5_000

  private let message = """
    was changed by a subscriber that is told of the change, and so on: 1000 calls of this \
    subscriber, each caused by one before. It is not told of the rest. Change the store only when \
    the state differs, or change it where the first change is made.
    """

  /// A store, and a subscriber that counts on from each state up to an end.
  private func count(
    upTo end: Int,
    fromTheFirst isFirst: Bool,
    _ delivery: StoreDelivery = .immediate
  ) -> (store: CounterStore, told: [Int], reports: [String]) {
    let store = CounterStore(delivery: delivery)
    let told = Recorded<Int>()
    let found = reports {
      let token = store.subscribe { [weak store] state in
        told.append(state.count)
        guard state.count < end, isFirst || state.count > 0 else { return }
        store?.state.count = state.count + 1
      }
      if !isFirst { store.state.count = 1 }
      withExtendedLifetime(token) {}
    }
    return (store, told.elements, found)
  }

  @Test(arguments: [true, false])
  func aChainThatEndsIsToldWhole(fromTheFirst isFirst: Bool) {
    let (store, told, reports) = count(upTo: 900, fromTheFirst: isFirst)
    #expect(told == Array(0...900))
    #expect(store.state.count == 900)
    #expect(reports.isEmpty)
  }

  @Test(arguments: [true, false])
  func aChainThatDoesNotEndIsReportedOnceAndEnded(fromTheFirst isFirst: Bool) {
    let (store, told, reports) = count(upTo: Self.far, fromTheFirst: isFirst)
    #expect(reports == ["\(store.storeIdentifier) \(message)"])
    #expect(told == Array(0..<told.count))
    // The first state, or the change from outside, is no call of the chain.
    #expect(told.count == (isFirst ? 1_001 : 1_002))
    #expect(store.state.count == told.count)
  }

  @Test func aChainThatBranchesIsReportedOnce() {
    let store = CounterStore()
    let found = reports {
      let token = store.subscribe { [weak store] state in
        guard state.count > 0, let store else { return }
        // Two changes in each of the last calls, so that several updates are not passed on.
        for _ in 0..<(state.count > 995 ? 2 : 1) where store.state.count < Self.far { store.add(1) }
      }
      store.state.count = 1
      withExtendedLifetime(token) {}
    }
    #expect(found == ["\(store.storeIdentifier) \(message)"])
  }

  @Test func whatComesAfterAnEndedChainIsTold() {
    let store = CounterStore(delivery: .immediate)
    let told = Recorded<Int>()
    let found = reports {
      let token = store.subscribe { [weak store] state in
        told.append(state.count)
        if state.count < Self.far { store?.state.count = state.count + 1 }
      }
      store.state.count = Self.far
      store.state.count = Self.far + 1
      withExtendedLifetime(token) {}
    }
    #expect(found.count == 1)
    #expect(told.elements.suffix(2) == [Self.far, Self.far + 1])
  }

  @Test func aLaterChainWithoutEndIsReportedAsWell() {
    let store = CounterStore(delivery: .immediate)
    let found = reports {
      let token = store.subscribe { [weak store] state in
        let isInChain = (1..<Self.far).contains(state.count % (2 * Self.far))
        if isInChain { store?.state.count = state.count + 1 }
      }
      store.state.count = 1
      store.state.count = 1 + 2 * Self.far
      withExtendedLifetime(token) {}
    }
    #expect(found == Array(repeating: "\(store.storeIdentifier) \(message)", count: 2))
  }

  /// Many changes that one call makes are no chain.
  @Test(arguments: [true, false])
  func manyChangesOfOneCallAreTold(fromTheFirst isFirst: Bool) {
    let store = CounterStore(delivery: .immediate)
    let told = Recorded<Int>()
    let start = isFirst ? 0 : 1
    let found = reports {
      let token = store.subscribe { [weak store] state in
        told.append(state.count)
        if state.count == start { for next in 2...3_000 { store?.state.count = next } }
      }
      if !isFirst { store.state.count = 1 }
      withExtendedLifetime(token) {}
    }
    #expect(told.elements.suffix(2_999) == Array(2...3_000)[...])
    #expect(found.isEmpty)
  }

  @Test func twoStoresWhoseSubscribersChangeTheOtherAreEnded() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let found = reports {
      let tokens = [
        a.subscribe { [weak b] in
          if $0.count > 0, $0.count < Self.far { b?.state.count = $0.count + 1 }
        },
        b.subscribe { [weak a] in
          if $0.count > 0, $0.count < Self.far { a?.state.count = $0.count + 1 }
        },
      ]
      a.state.count = 1
      withExtendedLifetime(tokens) {}
    }
    #expect(found.count == 1)
    #expect(a.state.count < Self.far - 1)
  }
}

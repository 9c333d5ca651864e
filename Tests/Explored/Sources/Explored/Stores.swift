import Explorer
import StrataStores

/// Programs about domain stores.
let storePrograms = [
  Program(
    "store-add",
    "No change of a domain store is lost, and its subscriber sees each once, in order."
  ) { scene in
    let store = TallyStore()
    let seen = Shared<[Int]>([])
    let token = store.subscribe { state in
      called("subscriber")
      seen.change { $0.append(state.count) }
    }
    for _ in 0..<2 { scene.thread { store.add(1) } }
    scene.atEnd {
      expect(store.state.count == 2, "the count is \(store.state.count)")
      expect(seen.value == [0, 1, 2], "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program("store-subscribe", "A subscriber that comes beside a change ends with the last state.") {
    scene in
    let store = TallyStore()
    let seen = Shared<[Int]>([])
    let token = Shared<StateSubscription<Tally>?>(nil)
    scene.thread { store.add(1) }
    scene.thread {
      token.value = store.subscribe { state in
        called("subscriber")
        seen.change { $0.append(state.count) }
      }
    }
    scene.atEnd { expect([[0, 1], [1]].contains(seen.value), "seen \(seen.value)") }
  },
  Program(
    "store-subscribers",
    "Subscribers that come and go beside changes leave the others their states."
  ) { scene in
    let store = TallyStore()
    let seen = Shared<[Int]>([])
    let token = store.subscribe { state in seen.change { $0.append(state.count) } }
    scene.thread { store.add(1) }
    scene.thread { store.add(1) }
    scene.thread { store.subscribe { _ in called("another subscriber") }.cancel() }
    scene.atEnd {
      expect(seen.value == [0, 1, 2], "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program(
    "store-cancel",
    "A subscription that is cancelled beside a change is given no later one."
  ) { scene in
    let store = TallyStore()
    let seen = Shared<[Int]>([])
    let token = store.subscribe { state in
      called("subscriber")
      seen.change { $0.append(state.count) }
    }
    scene.thread { store.add(1) }
    scene.thread {
      token.cancel()
      store.add(1)
    }
    scene.atEnd {
      expect(store.state.count == 2, "the count is \(store.state.count)")
      expect([[0], [0, 1]].contains(seen.value), "seen \(seen.value)")
    }
  },
  Program("store-diamond", "A store that follows another on two ways never shows half of a change.")
  { scene in
    let delivery = StoreDelivery.immediate
    let source = TallyStore(delivery)
    let middle = (0..<2).map { _ in TallyStore(delivery, following: source) }
    let sum = PairStore(middle[0], middle[1], delivery)
    let seen = Shared<[[Int]]>([])
    let token = sum.subscribe { state in
      called("subscriber")
      seen.change { $0.append([state.left, state.right]) }
    }
    for _ in 0..<2 { scene.thread { source.add(1) } }
    scene.atEnd {
      expect(seen.value.allSatisfy { $0[0] == $0[1] }, "seen \(seen.value)")
      expect(sum.state.left == 2 && sum.state.right == 2, "\(sum.state)")
      expect(seen.value.last == [2, 2], "seen \(seen.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program("store-two-sources", "A store that follows two others ends with the last states of both.")
  { scene in
    let delivery = StoreDelivery.immediate
    let (left, right) = (TallyStore(delivery), TallyStore(delivery))
    let sum = PairStore(left, right, delivery)
    scene.thread { left.add(1) }
    scene.thread { right.add(1) }
    scene.atEnd { expect(sum.state.left == 1 && sum.state.right == 1, "\(sum.state)") }
  },
]

private struct Tally: StateContainer {
  enum State: EnumState {
    case counting
  }

  var current = State.counting
  var count = 0
}

// SAFETY: adds no state.
private final class TallyStore: Store<Tally>, @unchecked Sendable {
  init(_ delivery: StoreDelivery = .immediate) {
    super.init(initialState: Tally(), delivery: delivery)
  }

  convenience init(_ delivery: StoreDelivery, following source: TallyStore) {
    self.init(delivery)
    subscribe(to: source) { [weak self] state in self?.state.update { $0.count = state.count } }
  }

  func add(_ amount: Int) { state.update { $0.count += amount } }
}

private struct Pair: StateContainer {
  enum State: EnumState {
    case following
  }

  var current = State.following
  var left = 0
  var right = 0
}

// SAFETY: adds no state.
private final class PairStore: Store<Pair>, @unchecked Sendable {
  private let sources: [TallyStore]

  init(_ left: TallyStore, _ right: TallyStore, _ delivery: StoreDelivery) {
    sources = [left, right]
    super.init(initialState: Pair(), delivery: delivery)
    subscribe(to: left) { [weak self] state in self?.state.update { $0.left = state.count } }
    subscribe(to: right) { [weak self] state in self?.state.update { $0.right = state.count } }
  }
}

import StrataConcurrency
import Synchronization
import Testing

@testable import StrataStores

/// Counts the live marks of one test.
private final class Living: Sendable {
  let number = Atomic<Int>(0)

  /// An object that is counted until its deinit.
  final class Mark: Sendable {
    let living: Living

    init(_ living: Living) {
      self.living = living
      living.number.add(1, ordering: .relaxed)
    }

    deinit { living.number.subtract(1, ordering: .relaxed) }
  }
}

private struct MarkedState: StateContainer {
  enum State: EnumState { case only }
  var current = State.only
  var mark: Living.Mark

  static func == (left: Self, right: Self) -> Bool { left.mark === right.mark }
}

// SAFETY: adds nothing.
private final class MarkedStore: Store<MarkedState>, @unchecked Sendable {
  init(_ mark: Living.Mark, delivery: StoreDelivery) {
    super.init(initialState: MarkedState(mark: mark), delivery: delivery)
  }

  func follow(_ other: MarkedStore) {
    subscribe(to: other) { [weak self] in self?.state = $0 }
  }
}

@Suite struct BatchKeepingTests {
  @Test func keepsNothingOfWavesThatHaveRun() {
    let living = Living()
    let delivery = StoreDelivery.immediate
    let stores = (0..<3).map { _ in MarkedStore(Living.Mark(living), delivery: delivery) }
    for (lower, upper) in zip(stores, stores.dropFirst()) { upper.follow(lower) }
    let told = Recorded<Int>()
    let token = stores[2].subscribe { _ in told.append(1) }
    var counts: [Int] = []
    for round in 1...10_000 {
      stores[0].state.mark = Living.Mark(living)
      if [1, 10, 100, 1_000, 10_000].contains(round) {
        counts.append(living.number.load(ordering: .relaxed))
      }
    }
    // The mark of the last state, which all three retain.
    #expect(counts == [1, 1, 1, 1, 1])
    #expect(told.count == 10_001)
    withExtendedLifetime(token) {}
  }

  @Test func doesNotGrowWithTheNumberOfWaves() {
    /// How many values something consists of.
    func count(_ value: Any, depth: Int = 6) -> Int {
      guard depth > 0 else { return 1 }
      return Mirror(reflecting: value).children.reduce(1) { $0 + count($1.value, depth: depth - 1) }
    }
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let other = CounterStore(delivery: delivery)
    let follower = ShiftedStore(source, by: 1, delivery: delivery)
    let token = follower.subscribe { other.state.count = $0.count }
    source.add(1)
    let first = count(delivery.batch)
    for _ in 0..<100 { source.add(1) }
    #expect(other.state.count == 102)
    #expect(count(delivery.batch) == first)
    withExtendedLifetime(token) {}
  }

  @Test func releasesAStoreThatOnlyTheWaveHasHeld() {
    let delivery = StoreDelivery.immediate
    let lower = CounterStore(delivery: delivery)
    var upper: CounterStore? = CounterStore(delivery: delivery)
    weak let former = upper
    upper?.subscribe(to: lower) { [weak upper] in upper?.add($0.count) }
    lower.add(1)
    #expect(upper?.state.count == 1)
    upper = nil
    #expect(former == nil)
    lower.add(1)
    #expect(lower.state.count == 2)
  }

  @Test func tellsWhatAStateChangesThatIsReleasedAtTheEnd() {
    final class Ending: Sendable {
      let atEnd: @Sendable () -> Void
      init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    let delivery = StoreDelivery.immediate
    let lower = CounterStore(delivery: delivery)
    let other = CounterStore(delivery: delivery)
    let held = Locked<CounterStore?>(nil, rank: .leaf)
    let seen = Recorded<Int>()
    let token = other.subscribe { seen.append($0.count) }
    do {
      let upper = CounterStore(delivery: delivery)
      let ending = Ending { other.add(7) }
      upper.subscribe(to: lower) { _ in
        withExtendedLifetime(ending) {}
        // The store releases itself while the batch retains its core.
        let former = held.withLock { $0.take() }
        withExtendedLifetime(former) {}
      }
      held.withLock { $0 = upper }
    }
    lower.add(1)
    #expect(seen.elements == [0, 7])
    withExtendedLifetime(token) {}
  }
}

import Foundation
import StrataConcurrency
import StrataStores
import Testing

@Suite struct PropagationBatchTests {
  @Test func diamondUpdatesOnceAndNeverWithAMixedState() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let left = ShiftedStore(source, by: 1, delivery: delivery)
    let right = ShiftedStore(source, by: 2, delivery: delivery)
    let sum = SumStore(left, right, delivery: delivery)
    let seen = Recorded<[Int]>()
    let token = sum.subscribe { seen.append([$0.left, $0.right]) }
    source.add(10)
    source.add(10)
    #expect(seen.elements == [[1, 2], [11, 12], [21, 22]])
    withExtendedLifetime(token) {}
  }

  @Test func unevenDiamondUpdatesOnce() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let first = ShiftedStore(source, by: 1, delivery: delivery)
    let second = ShiftedStore(first, by: 1, delivery: delivery)
    let sum = SumStore(source, second, delivery: delivery)
    let seen = Recorded<[Int]>()
    let token = sum.subscribe { seen.append([$0.left, $0.right]) }
    source.add(5)
    #expect(seen.elements == [[0, 2], [5, 7]])
    withExtendedLifetime(token) {}
  }

  @Test func whatAnotherThreadHasChangedMeanwhileTearsNoWave() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let before = CounterStore(delivery: delivery)
    let shifted = CounterStore(delivery: delivery)
    before.subscribe(to: source) { [weak shifted] state in
      guard state.count == 1, let shifted else { return }
      // Another thread first leaves an update of the store that this batch is about to change.
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        shifted.state.label = "outside"
        done.signal()
      }
      done.wait()
    }
    shifted.subscribe(to: source) { [weak shifted] state in
      shifted?.state.count = state.count + 10
    }
    let sum = SumStore(source, shifted, delivery: delivery)
    let seen = Recorded<[Int]>()
    let token = sum.subscribe { seen.append([$0.left, $0.right]) }
    source.add(1)
    #expect(shifted.state.label == "outside")
    #expect(seen.elements == [[0, 10], [1, 11]])
    withExtendedLifetime((token, before)) {}
  }

  @Test func aStoreThatRisesLaterStillUpdatesOnce() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let end = CounterStore(delivery: delivery)
    let sum = SumStore(source, end, delivery: delivery)
    // Only now does the way from the source to the sum become longer, far below the sum.
    let middle = ShiftedStore(source, by: 1, delivery: delivery)
    end.subscribe(to: middle) { [weak end] state in end?.state.count = state.count + 1 }
    let seen = Recorded<[Int]>()
    let token = sum.subscribe { seen.append([$0.left, $0.right]) }
    source.add(5)
    #expect(seen.elements == [[0, 2], [5, 7]])
    withExtendedLifetime(token) {}
  }

  @Test func aFollowerThatEndsAsItBeganTellsNothing() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let follower = CounterStore(delivery: delivery)
    follower.subscribe(to: source) { [weak follower] _ in
      follower?.add(1)
      follower?.add(-1)
    }
    let seen = Recorded<Int>()
    let token = follower.subscribe { seen.append($0.count) }
    source.add(1)
    #expect(seen.elements == [0])
    withExtendedLifetime(token) {}
  }

  @Test func closuresAreToldWhenAllStoresAreQuiet() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let shifted = ShiftedStore(source, by: 1, delivery: delivery)
    let seen = Recorded<[Int]>()
    let token = source.subscribe { seen.append([$0.count, shifted.state.count]) }
    source.add(1)
    #expect(seen.elements == [[0, 1], [1, 2]])
    withExtendedLifetime(token) {}
  }
}

@Suite struct BatchCycleTests {
  @Test func aCircleOfSubscriptionsIsReported() {
    let delivery = StoreDelivery.immediate
    let (a, b, c) = (
      CounterStore(delivery: delivery), CounterStore(delivery: delivery),
      CounterStore(delivery: delivery)
    )
    b.subscribe(to: a) { _ in }
    c.subscribe(to: b) { _ in }
    let found = reports { a.subscribe(to: c) { _ in } }
    let (x, y, z) = (a.storeIdentifier, b.storeIdentifier, c.storeIdentifier)
    #expect(
      found == [
        """
        A cycle of subscriptions: \(x) -> \(y) -> \(z) -> \(x), where each store is told by the \
        one before. Their updates have no order any more, and may never end. Let the stores \
        subscribe to a third one that holds what they share.
        """
      ]
    )
    // A circle is a circle also for the garbage: end it.
    a.unsubscribe(from: c)
  }

  @Test func aCircleThatSettlesEnds() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    _ = reports {
      b.subscribe(to: a) { [weak b] state in b?.state.count = state.count }
      a.subscribe(to: b) { [weak a] state in a?.state.count = state.count }
      a.add(3)
    }
    #expect(b.state.count == 3)
    b.add(1)
    #expect(a.state.count == 4)
  }

  @Test func anEndlessCircleIsReportedAndStopped() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let updates = Recorded<Int>()
    let found = reports {
      b.subscribe(to: a) { [weak b] state in
        updates.append(state.count)
        b?.state.count = state.count + 1
      }
      a.subscribe(to: b) { [weak a] state in
        if state.count > 1 { a?.state.count = state.count + 1 }
      }
      a.state.count = 10
    }
    let endless = found.filter { $0.contains("was updated 100 times") }
    #expect(
      endless == [
        """
        \(b.storeIdentifier) was updated 100 times by one change, which its own updates cause \
        again. The rest is not delivered. Subscriptions must not form a circle in which each \
        update makes another.
        """
      ]
    )
    // The first state, and as many updates as the report says.
    #expect(updates.count == 1 + 100)
    // Later updates are delivered as ever.
    b.unsubscribe(from: a)
    b.state.count = 0
    #expect(a.state.count > 0)
  }

  @Test func anEndlessCircleThatAClosureBeginsAgainIsStoppedAgainAndReportedOnce() {
    let delivery = StoreDelivery.immediate
    let (a, b) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let (updates, restarts) = (Recorded<Int>(), Recorded<Int>())
    let found = reports {
      b.subscribe(to: a) { [weak b] state in
        updates.append(state.count)
        b?.state.count = state.count + 1
      }
      a.subscribe(to: b) { [weak a] state in
        // The bound lets the test fail instead of hang.
        if (2..<5_000).contains(state.count) { a?.state.count = state.count + 1 }
      }
      let token = a.subscribe { [weak a] state in
        guard state.count > 0, restarts.count == 0 else { return }
        restarts.append(state.count)
        a?.state.count = 1_000
      }
      a.state.count = 10
      withExtendedLifetime(token) {}
    }
    #expect(restarts.count == 1)
    #expect(found.count { $0.contains("was updated 100 times") } == 1)
    // The first state, and the updates of two rounds.
    #expect(updates.count == 1 + 2 * 100)
  }
}

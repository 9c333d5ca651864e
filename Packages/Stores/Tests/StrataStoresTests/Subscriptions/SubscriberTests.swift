import Foundation
import Testing

@testable import StrataStores

@Suite struct SubscriberTests {
  func update(
    _ count: Int,
    version: UInt64,
    _ reason: StoreUpdateReason
  ) -> StoreUpdate<CounterState> {
    StoreUpdate(
      state: CounterState(count: count),
      version: version,
      reason: reason,
      subscribers: SubscriberList()
    )
  }

  /// Pushes and changes of other threads may come while the first state is being read.
  @Test func whatWasPushedBeforeTheFirstStateIsNotToldAfterIt() {
    let told = Recorded<Int>()
    let subscriber = Subscriber<CounterState>(kind: .closure) { told.append($0.count) }
    subscriber.receive(update(1, version: 1, .push) as AnyStoreUpdate)
    subscriber.receive(update(2, version: 2, .change) as AnyStoreUpdate)
    _ = subscriber.begin(with: update(2, version: 2, .push), of: CounterStore().core)
    #expect(told.elements == [2])
    subscriber.receive(update(2, version: 2, .push) as AnyStoreUpdate)
    subscriber.receive(update(3, version: 3, .change) as AnyStoreUpdate)
    #expect(told.elements == [2, 2, 3])
  }

  @Test func aChangeThatTheFirstStateContainsIsNotToldAgain() {
    let told = Recorded<Int>()
    let subscriber = Subscriber<CounterState>(kind: .closure) { told.append($0.count) }
    _ = subscriber.begin(with: update(2, version: 2, .push), of: CounterStore().core)
    subscriber.receive(CounterState(count: 2), version: 2)
    subscriber.receive(CounterState(count: 3), version: 3)
    #expect(told.elements == [2, 3])
  }

  /// Other threads that go on changing the store do not keep the subscribing one; what it leaves is told at once.
  @Test func whatASubscribingThreadLeavesIsToldWithoutAnotherChange() {
    let store = CounterStore()
    let told = Recorded<Int>()
    let token = store.subscribe { [weak store] state in
      told.append(state.count)
      guard state.count == 0 || state.count == 300 else { return }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        for _ in 0..<(state.count == 0 ? 300 : 1) { store?.add(1) }
        done.signal()
      }
      done.wait()
    }
    #expect(told.elements == Array(0...301))
    withExtendedLifetime(token) {}
  }
}

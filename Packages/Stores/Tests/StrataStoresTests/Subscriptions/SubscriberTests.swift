import Foundation
import StrataCore
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
    _ = subscriber.begin(with: update(2, version: 2, .push))
    #expect(told.elements == [2])
    subscriber.receive(update(2, version: 2, .push) as AnyStoreUpdate)
    subscriber.receive(update(3, version: 3, .change) as AnyStoreUpdate)
    #expect(told.elements == [2, 2, 3])
  }

  @Test func aChangeThatTheFirstStateContainsIsNotToldAgain() {
    let told = Recorded<Int>()
    let subscriber = Subscriber<CounterState>(kind: .closure) { told.append($0.count) }
    _ = subscriber.begin(with: update(2, version: 2, .push))
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

  /// A thread that ends a change may have found no subscriber, though another has added the first one.
  @Test func aChangeDuringWhichTheFirstSubscriberCameIsDelivered() {
    let store = CounterStore()
    let told = Recorded<Int>()
    let subscriber = Subscriber<CounterState>(kind: .closure) { told.append($0.count) }
    store.state.update { state in
      // What the other thread has done when it has not noted yet that there are subscribers.
      store.core.context.withGuardLocked { store.core.subscribers.add(subscriber) }
      _ = subscriber.begin(with: update(0, version: 0, .push))
      state.count = 1
    }
    #expect(told.elements == [0, 1])
    store.core.remove(subscriber)
  }

  @Test(arguments: [true, false])
  func aSubscriberThatHasEndedRetainsNoUpdate(isSilent: Bool) {
    let subscriber = Subscriber<CounterState>(kind: .closure, handler: { _ in })
    if isSilent {
      subscriber.beginSilently()
    } else {
      _ = subscriber.begin(with: update(0, version: 0, .push))
    }
    subscriber.end()
    weak var former: AnyStoreUpdate?
    do {
      let next = update(1, version: 1, .change)
      former = next
      subscriber.receive(next as AnyStoreUpdate)
    }
    #expect(former == nil)
  }

  /// Runs a closure on another thread, and waits for it.
  private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  @Test func aChangeDuringTheFirstCallIsDeliveredByTheExecutor() {
    let executor = ManualExecutor()
    let store = CounterStore(delivery: StoreDelivery(executor))
    let told = Recorded<Int>()
    let token = store.subscribe { [weak store] state in
      told.append(state.count)
      guard state.count == 0 else { return }
      self.elsewhere {
        store?.add(1)
        executor.run()
      }
    }
    #expect(told.elements == [0])
    executor.run()
    #expect(told.elements == [0, 1])
    store.add(1)
    executor.run()
    #expect(told.elements == [0, 1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func aCallAfterTheFirstIsADeliveryInWhichChangesWaitForTheirTurn() {
    let delivery = StoreDelivery.immediate
    let (store, other) = (CounterStore(delivery: delivery), CounterStore(delivery: delivery))
    let told = Recorded<String>()
    let tokens = [
      other.subscribe { told.append("other \($0.count)") },
      store.subscribe { [weak store] state in
        told.append("begin \(state.count)")
        if state.count == 0 { self.elsewhere { store?.add(1) } }
        if state.count == 1 { other.add(1) }
        told.append("end \(state.count)")
      },
    ]
    #expect(told.elements == ["other 0", "begin 0", "end 0", "begin 1", "end 1", "other 1"])
    withExtendedLifetime(tokens) {}
  }
}

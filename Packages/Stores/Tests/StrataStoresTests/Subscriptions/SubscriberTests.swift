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
}

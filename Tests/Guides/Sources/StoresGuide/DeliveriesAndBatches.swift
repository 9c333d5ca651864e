import ArticleOutput
import StrataStores

// SAFETY: stores nothing beside the state.
final class EchoStore: Store<CounterState>, @unchecked Sendable {
  init(of other: CounterStore, delivery: StoreDelivery) {
    super.init(initialState: .init(), delivery: delivery)
    subscribe(to: other) { [weak self] other in self?.state.update { $0.count = other.count } }
  }
}

@Sendable func deliveriesAndBatches() async throws {
  let counter = Settings.withDelivery(.immediate) { CounterStore() }
  let echo = EchoStore(of: counter, delivery: counter.delivery)
  counter.add(7)
  print(echo.state.count)  // 7
}

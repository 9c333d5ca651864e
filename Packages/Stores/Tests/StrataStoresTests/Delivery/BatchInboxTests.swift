import StrataStores
import Testing

/// Stores that one propagation batch reaches more than once.
@Suite struct BatchInboxTests {
  @Test func anUpdateIsPassedOnOnceAlsoWhenItsStoreIsReachedAgain() {
    let delivery = StoreDelivery.immediate
    let stores = (0..<4).map { _ in CounterStore(delivery: delivery) }
    let (root, a, b, target) = (stores[0], stores[1], stores[2], stores[3])
    let told = Recorded<String>()
    for store in [a, b] {
      store.subscribe(to: root) { [weak store] state in if state.count > 0 { store?.add(1) } }
    }
    target.subscribe(to: a) { state in told.append("a \(state.count)") }
    target.subscribe(to: b) { state in told.append("b \(state.count)") }
    // Plain subscribers come after stores, and in the same batch.
    let token = a.subscribe { [weak a] state in if state.count == 1 { a?.add(1) } }
    told.removeAll()
    root.add(1)
    #expect(told.elements == ["a 1", "b 1", "a 2"])
    withExtendedLifetime((stores, token)) {}
  }
}

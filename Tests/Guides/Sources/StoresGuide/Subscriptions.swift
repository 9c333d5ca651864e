import ArticleOutput
import StrataStores

struct PriceState: StateContainer {
  enum State: EnumState { case known }
  var current = State.known
  var net = 100
}

// SAFETY: stores nothing beside the state.
final class PriceStore: Store<PriceState>, @unchecked Sendable {
  init() { super.init(initialState: .init()) }
  func change(to net: Int) { state.update { $0.net = net } }
}

struct TaxState: StateContainer {
  enum State: EnumState { case known }
  var current = State.known
  var tax = 0
}

// SAFETY: stores nothing beside the state.
final class TaxStore: Store<TaxState>, @unchecked Sendable {
  init(price: PriceStore) {
    super.init(initialState: .init())
    subscribe(to: price) { [weak self] price in
      self?.state.update { $0.tax = price.net / 5 }
    }
  }
}

struct TotalState: StateContainer {
  enum State: EnumState { case known }
  var current = State.known
  var net = 0
  var tax = 0
  var total: Int { net + tax }
}

// SAFETY: stores nothing beside the state.
final class TotalStore: Store<TotalState>, @unchecked Sendable {
  init(price: PriceStore, tax: TaxStore) {
    super.init(initialState: .init())
    subscribe(to: price) { [weak self] price in self?.state.update { $0.net = price.net } }
    subscribe(to: tax) { [weak self] tax in self?.state.update { $0.tax = tax.tax } }
  }
}

@Sendable func subscriptions() async throws {
  Settings.withDelivery(.immediate) {
    let price = PriceStore()
    let tax = TaxStore(price: price)
    let total = TotalStore(price: price, tax: tax)
    let subscription = total.subscribe { print("total:", $0.total) }
    price.change(to: 200)
    subscription.stop()
  }
}

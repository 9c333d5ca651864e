import StrataStores

/// A shop in small stores: what is on offer, what is in the cart, what the screen shows.
struct CatalogState: StateContainer {
  enum State: EnumState {
    case initial
    case loading
    case main(products: [String: Int])
    case error(EquatableError)
  }

  var current: State = .initial
  var searchText = ""

  var products: [String: Int] {
    if case .main(let products) = current { return products }
    return [:]
  }

  var found: [String] {
    products.keys.filter { searchText.isEmpty || $0.contains(searchText) }.sorted()
  }

  mutating func toLoading() { update { $0.current = .loading } }
  mutating func toMain(_ products: [String: Int]) {
    update { $0.current = .main(products: products) }
  }
  mutating func toError(_ error: any Error) { update { $0.current = .error(.init(error)) } }
  mutating func search(_ text: String) { update { $0.searchText = text } }
}

enum ShopError: Error {
  case closed
  case burnt(Int)
}

// SAFETY: stores nothing beside the state.
final class CatalogStore: Store<CatalogState>, @unchecked Sendable {
  let fetch: () throws -> [String: Int]

  init(fetch: @escaping () throws -> [String: Int] = { ["tea": 3, "toast": 2] }) {
    self.fetch = fetch
    super.init(initialState: .init())
  }

  func load() {
    state.toLoading()
    do { state.toMain(try fetch()) } catch { state.toError(error) }
  }

  func search(_ text: String) { state.search(text) }
}

struct CartState: StateContainer {
  enum State: EnumState {
    case empty
    case filled(pieces: Int)
  }

  var current: State = .empty
  var lines: [String] = []

  mutating func add(_ name: String) {
    update {
      $0.lines.append(name)
      $0.current = .filled(pieces: $0.lines.count)
    }
  }

  @discardableResult
  mutating func removeLast() -> String? {
    update {
      let last = $0.lines.popLast()
      $0.current = $0.lines.isEmpty ? .empty : .filled(pieces: $0.lines.count)
      return last
    }
  }
}

// SAFETY: stores nothing beside the state.
final class CartStore: Store<CartState>, @unchecked Sendable {
  init() { super.init(initialState: .init()) }

  func add(_ name: String) { state.add(name) }
  func removeLast() { state.removeLast() }
  func clear() { state = .init() }
}

struct BillState: ViewState {
  enum State: EnumState {
    case waiting
    case due(Int)
  }

  var current: State = .waiting
  var prices: [String: Int] = [:]
  var lines: [String] = []

  mutating func reckon() {
    let sum = lines.reduce(0) { $0 + (prices[$1] ?? 0) }
    current = lines.isEmpty ? .waiting : .due(sum)
  }

  mutating func priced(_ prices: [String: Int]) {
    update {
      $0.prices = prices
      $0.reckon()
    }
  }

  mutating func ordered(_ lines: [String]) {
    update {
      $0.lines = lines
      $0.reckon()
    }
  }
}

// SAFETY: stores nothing beside the state.
final class BillStore: ViewStore<BillState>, @unchecked Sendable {
  init(catalog: CatalogStore, cart: CartStore) {
    super.init(initialState: .init())
    subscribe(to: catalog) { [weak self] catalog in self?.state.priced(catalog.products) }
    subscribe(to: cart) { [weak self] cart in self?.state.ordered(cart.lines) }
  }
}

/// The states that a subscriber has received, in order.
// SAFETY: one thread at a time uses it.
final class Seen<Value>: @unchecked Sendable {
  var values: [Value] = []
  func add(_ value: Value) { values.append(value) }
}

/// Makes stores whose subscribers are called before a change returns.
func atOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
  try Settings.withDelivery(.immediate, operation: body)
}

import StrataOneStore

struct PriceClient: Sendable {
  var price: @Sendable (String) async throws -> Int
}

enum PriceClientKey: DependencyKey {
  static let liveValue = PriceClient { name in name.count }
}

extension DependencyValues {
  var priceClient: PriceClient {
    get { self[PriceClientKey.self] }
    set { self[PriceClientKey.self] = newValue }
  }
}

struct Item: Model, Identifiable {
  struct State: Equatable, Identifiable {
    let id: Int
    let name: String
    var price: Int?
  }

  enum Event {
    case remove
  }

  @ModelState private var state: State
  @ModelDependency(\.priceClient) private var client

  func load() {
    task {
      state.price = try await client.price(state.name)
    } catch: { error in
      print("no price: \(error)")
    }
    .cancel(for: "price", cancelInFlight: true)
  }

  func remove() { send(.remove) }
}

struct Basket: Model {
  struct State: Equatable {
    @StateModel<[Item]> var items = []
    var total: Int { items.compactMap(\.price).reduce(0, +) }
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(events(from: \.$items)) { event, item in
      switch event {
      // The closure changes `state`, so it reads the row before.
      case .remove: state.items.removeAll { [id = item.id] in $0.id == id }
      }
    }
  }

  func add(_ item: Item.State) { state.items.append(item) }
  func restore(_ former: State) { state = former }
}

let store = Store<Basket>(initialState: .init()) { $0.priceClient.price = { _ in 3 } }
let basket = store.model
basket.add(.init(id: 1, name: "Tea"))
basket.add(.init(id: 2, name: "Jam"))
basket.$items[0].load()
try await basket.waitUntil(basket.total == 3)
let before = store.state
basket.$items[0].remove()
try await basket.waitUntil(basket.$items.count == 1)
print("removed: \(basket.items.map(\.name)), total \(basket.total)")
basket.restore(before)
print("undone: \(basket.items.map(\.name)), total \(basket.total)")

import Measuring
import StrataStores

/// Stores that follow one another: a change goes through all of them, and each delivers it once.
enum StoreGraphRows {
  static var all: [Workload] { [1, 10, 100].map(chain) + [2, 10].map(diamond) }

  private struct Total: StateContainer {
    enum State: EnumState { case sum(Int) }
    var current = State.sum(0)

    var number: Int {
      get {
        switch current {
        case .sum(let number): number
        }
      }
      set { current = .sum(newValue) }
    }
  }

  // SAFETY: adds nothing.
  private final class TotalStore: Store<Total>, @unchecked Sendable {
    init() { super.init(initialState: Total()) }

    /// Follows another store, and adds one to its number.
    func follow(_ store: TotalStore) {
      subscribe(to: store) { [weak self] state in self?.state.number = state.number + 1 }
    }
  }

  /// The delivery of a change from the first store to the last.
  private struct Path {
    let stores: [TotalStore]
    let seen = Tally()
    let token: AnyObject

    init(_ stores: [TotalStore]) {
      self.stores = stores
      token = stores[stores.count - 1].subscribe { [seen] _ in seen.add() } as AnyObject
    }

    func prepared(isRight: Bool) -> Prepared {
      let before = seen.number
      stores[0].state.number = 7
      let isOnce = seen.number == before + 1
      return Prepared(isRight: isRight && isOnce) { count in
        for number in 0..<count { stores[0].state.number = number }
        withExtendedLifetime((stores, token)) {}
      }
    }
  }

  private static func makeStores(_ count: Int) -> [TotalStore] {
    Settings.withDelivery(.immediate) { (0..<count).map { _ in TotalStore() } }
  }

  private static func chain(_ length: Int) -> Workload {
    Workload(
      "domain stores: chain of \(length), a change through all, each",
      count: max(100, 20_000 / length),
      divisor: Double(length)
    ) {
      let stores = makeStores(length + 1)
      for (lower, upper) in zip(stores, stores.dropFirst()) { upper.follow(lower) }
      let path = Path(stores)
      stores[0].state.number = 3
      return path.prepared(isRight: stores[length].state.number == 3 + length)
    }
  }

  /// One store, some that follow it, and one that follows all of those.
  private static func diamond(_ width: Int) -> Workload {
    Workload(
      "domain stores: diamond of \(width) branches, a change through all, each",
      count: 2_000,
      divisor: Double(width + 1)
    ) {
      let stores = makeStores(width + 2)
      let last = stores[width + 1]
      for store in stores[1...width] {
        store.follow(stores[0])
        last.follow(store)
      }
      let path = Path(stores)
      stores[0].state.number = 3
      return path.prepared(isRight: last.state.number == 5)
    }
  }
}

import CMachine
import Measuring
import StrataStores

/// A state of one number and a name, as a program would write it.
private struct Held: StateContainer {
  enum State: EnumState {
    case idle
    case counting(Int)
  }

  var current = State.idle
  var name = "held"

  mutating func count(_ number: Int) {
    current = .counting(number)
  }
}

// SAFETY: adds nothing.
private final class HeldStore: Store<Held>, @unchecked Sendable {
  init() {
    super.init(initialState: Held(), delivery: .immediate)
  }

  func count(_ number: Int) {
    state.count(number)
  }
}

/// The rows of domain stores.
enum StoreRows {
  static var all: [Workload] {
    [read, change, delivered, fanOut(100), chained]
  }

  private static var read: Workload {
    Workload("domain store: read the state", budget: 2.2) {
      let store = HeldStore()
      return Prepared(isRight: store.state.current == .idle) { count in
        var sum = 0
        for _ in 0..<count { sum &+= store.state.name.utf8.count }
        keep(sum)
      }
    }
  }

  private static var change: Workload {
    Workload("domain store: transaction, nobody subscribed", budget: 5, count: 100_000) {
      let store = HeldStore()
      store.count(3)
      return Prepared(isRight: store.state.current == .counting(3)) { count in
        for number in 0..<count { store.count(number) }
      }
    }
  }

  private static var delivered: Workload {
    Workload("domain store: transaction to delivered state", budget: 5, count: 100_000) {
      let store = HeldStore()
      let seen = Tally()
      let token = store.subscribe { _ in seen.add() }
      store.count(3)
      store.count(3)
      return Prepared(isRight: seen.number == 2) { count in
        for number in 0..<count { store.count(number) }
        withExtendedLifetime(token) {}
      }
    }
  }

  private static func fanOut(_ size: Int) -> Workload {
    Workload(
      "domain store: fan-out to \(size) subscribers, each",
      budget: 1,
      count: 10_000,
      divisor: Double(size)
    ) {
      let store = HeldStore()
      let seen = Tally()
      let tokens = (0..<size).map { _ in store.subscribe { _ in seen.add() } }
      store.count(3)
      return Prepared(isRight: seen.number == 2 * size) { count in
        for number in 0..<count { store.count(number) }
        withExtendedLifetime(tokens) {}
      }
    }
  }

  /// A store that follows another; the update is propagated in the order of heights.
  private static var chained: Workload {
    Workload("domain store: through a store to its subscriber", count: 20_000) {
      let (lower, upper, seen) = Settings.withDelivery(.immediate) {
        (SharedStore(), SharedStore(), Tally())
      }
      upper.subscribe(to: lower) { [weak upper] state in upper?.state = state }
      let token = upper.subscribe { _ in seen.add() }
      lower.state.count(3)
      return Prepared(isRight: seen.number == 2 && upper.state == lower.state) { count in
        for number in 0..<count { lower.state.count(number) }
        withExtendedLifetime((upper, token)) {}
      }
    }
  }

  // SAFETY: adds nothing.
  private final class SharedStore: Store<Held>, @unchecked Sendable {
    init() { super.init(initialState: Held()) }
  }
}

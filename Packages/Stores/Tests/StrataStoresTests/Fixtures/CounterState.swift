import StrataStores

/// A state with two base cases and a number.
struct CounterState: StateContainer {
  enum State: EnumState {
    case idle
    case counting(step: Int)
  }

  var current: State = .idle
  var count = 0
  var label = ""

  mutating func add(_ amount: Int) {
    update { $0.count += amount }
  }

  mutating func start(step: Int) {
    update { $0.current = .counting(step: step) }
  }

  mutating func stop() {
    update { $0.current = .idle }
  }
}

// SAFETY: adds no state.
class CounterStore: Store<CounterState>, @unchecked Sendable {
  init(count: Int = 0, delivery: StoreDelivery? = .immediate) {
    super.init(initialState: .init(count: count), delivery: delivery)
  }

  func add(_ amount: Int) {
    state.add(amount)
  }
}

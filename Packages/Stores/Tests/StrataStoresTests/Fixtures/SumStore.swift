import StrataStores

struct SumState: StateContainer {
  enum State: EnumState {
    case summing
  }

  var current = State.summing
  var left = 0
  var right = 0
}

// SAFETY: adds no state.
/// Follows up to two counters.
final class SumStore: Store<SumState>, @unchecked Sendable {
  init(_ left: Store<CounterState>, _ right: Store<CounterState>, delivery: StoreDelivery) {
    super.init(initialState: .init(), delivery: delivery)
    subscribe(to: left) { [weak self] state in self?.state.left = state.count }
    subscribe(to: right) { [weak self] state in self?.state.right = state.count }
  }
}

// SAFETY: adds no state.
/// Follows one counter and adds a constant.
final class ShiftedStore: Store<CounterState>, @unchecked Sendable {
  init(_ source: Store<CounterState>, by shift: Int, delivery: StoreDelivery) {
    super.init(initialState: .init(), delivery: delivery)
    subscribe(to: source) { [weak self] state in self?.state.count = state.count + shift }
  }
}

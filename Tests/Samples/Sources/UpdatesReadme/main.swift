import StrataUpdates

struct Counter: Equatable {
  var count = 0

  static func update(
    state: Counter,
    action: CounterAction,
    environment: Void
  ) -> Update<Counter, CounterAction> {
    switch action {
    case .increment: Update(state: Counter(count: state.count + 1))
    case .reset: Update(state: Counter())
    }
  }
}

enum CounterAction {
  case increment
  case reset
}

let store = Store(update: Counter.update, state: Counter(), environment: ())
let token = store.observe { print($0.count) }
store.send(.increment)
store.send(.increment)
store.send(.reset)
token.cancel()

import StrataConcurrency
import StrataUpdates

enum CounterAction: Equatable, Sendable {
  case increment
  case add(Int)
  case setText(String)
  case touch
  case both(Int, Int)
}

struct CounterEnvironment: Sendable {
  var fx: @Sendable (CounterAction) -> Fx<CounterAction> = { _ in .empty }
}

struct CounterState: Equatable, Sendable {
  var count = 0
  var text = ""

  static func update(
    state: CounterState,
    action: CounterAction,
    environment: CounterEnvironment
  ) -> Update<CounterState, CounterAction> {
    var model = state
    switch action {
    case .increment: model.count += 1
    case .add(let amount): model.count += amount
    case .setText(let text): model.text = text
    case .touch: break
    case .both(let first, let second):
      return Update(state: state, fx: .just(.add(first), .add(second)))
    }
    return Update(state: model, fx: environment.fx(action))
  }
}

typealias CounterStore = Store<CounterState, CounterAction, CounterEnvironment>

func makeStore(
  _ state: CounterState = CounterState(),
  executor: (any DeliveryExecutor)? = nil,
  fx: @escaping @Sendable (CounterAction) -> Fx<CounterAction> = { _ in .empty }
) -> CounterStore {
  Store(
    update: CounterState.update,
    state: state,
    environment: CounterEnvironment(fx: fx),
    executor: executor
  )
}

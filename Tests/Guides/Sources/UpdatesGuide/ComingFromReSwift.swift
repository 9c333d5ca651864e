import ArticleOutput
import StrataConcurrency
import StrataUpdates

enum TallyAction: Sendable {
  case increase
  case load
  case loaded(Int)
}

struct TallyServices: Sendable {
  var load: @Sendable () async -> Int
}

struct TallyState: Equatable, Sendable {
  var counter = 0

  static func update(
    state: TallyState,
    action: TallyAction,
    environment: TallyServices
  ) -> Update<TallyState, TallyAction> {
    var next = state
    switch action {
    case .increase: next.counter += 1
    case .loaded(let number): next.counter = number
    case .load:
      return Update(state: state, fx: .future { .loaded(await environment.load()) })
    }
    return Update(state: next)
  }
}

@Sendable func comingFromReSwift() async throws {
  let store = Store(
    update: TallyState.update,
    state: TallyState(),
    environment: TallyServices(load: { 7 })
  )
  var states = store.states.makeAsyncIterator()
  store.send(.increase)
  store.send(.load)
  while let state = await states.next(), state.counter != 7 {}
  print(store.state.counter)  // 7
}

import ArticleOutput
import StrataUpdates

enum CounterFeatureAction: Sendable {
  case incrementTapped
  case factTapped
  case factLoaded(String)
}

struct FactEnvironment: Sendable {
  var fetch: @Sendable (Int) async -> String
}

struct CounterFeature: Equatable {
  var count = 0
  var fact: String?

  static func update(
    state: CounterFeature,
    action: CounterFeatureAction,
    environment: FactEnvironment
  ) -> Update<CounterFeature, CounterFeatureAction> {
    var next = state
    switch action {
    case .incrementTapped: next.count += 1
    case .factLoaded(let fact): next.fact = fact
    case .factTapped:
      let count = state.count
      return Update(state: state, fx: .future { .factLoaded(await environment.fetch(count)) })
    }
    return Update(state: next)
  }
}

@Sendable func comingFromTheComposableArchitecture() async throws {
  let store = Store(
    update: CounterFeature.update,
    state: CounterFeature(),
    environment: FactEnvironment(fetch: { "\($0) is a number." })
  )
  store.send(.incrementTapped)
  print(store.state.count)  // 1
}

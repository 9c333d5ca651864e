import StrataConcurrency
import StrataUpdates
import Testing

enum WorkingWithEffectsArticle {
  struct Credentials {
    var name: String
  }

  struct User: Equatable {
    var name: String
  }

  enum AppAction {
    case authenticate(Credentials)
    case authenticated(User)
    case failed(String)
  }

  struct AppEnvironment {
    var logIn: @Sendable (Credentials) async throws -> User

    func authenticate(_ credentials: Credentials) -> Fx<AppAction> {
      .future({ .authenticated(try await logIn(credentials)) }, catch: { .failed("\($0)") })
    }
  }

  struct AppState: Equatable {
    var user: User?

    static func update(
      state: AppState,
      action: AppAction,
      environment: AppEnvironment
    ) -> Update<AppState, AppAction> {
      switch action {
      case .authenticate(let credentials):
        return Update(state: state, fx: environment.authenticate(credentials))
      case .authenticated(let user):
        return Update(state: AppState(user: user))
      case .failed:
        return Update(state: AppState())
      }
    }
  }

  static func run() async throws {
    try await authenticate()
    try await Downloads.run()
  }

  private static func authenticate() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let store = Store(
        update: AppState.update,
        state: AppState(),
        environment: AppEnvironment(logIn: { User(name: $0.name) })
      )
      store.send(.authenticate(Credentials(name: "Ada")))
      await simulation.waitUntilIdle()
      #expect(store.state.user == User(name: "Ada"))
    }
  }
}

/// The subject of the article's later sections.
private enum Downloads {
  enum AppAction {
    case typed(String)
    case download
    case stop
    case found([String])
  }

  struct AppEnvironment {
    var find: @Sendable () async -> [String]
  }

  struct AppState: Equatable {
    var results: [String] = []

    static func update(
      state: AppState,
      action: AppAction,
      environment: AppEnvironment
    ) -> Update<AppState, AppAction> {
      switch action {
      case .download:
        let effect = Fx<AppAction>.run { send in send(.found(await environment.find())) }
        return Update(state: state, fx: effect.cancellable(id: "download"))
      case .stop:
        return Update(state: state, fx: .cancel(id: "download"))
      case .typed(let text):
        let effect = Fx<AppAction>.just(.found([text]))
        return Update(state: state, fx: effect.debounce(id: "typed", for: .seconds(3_600)))
      case .found(let results):
        return Update(state: AppState(results: results))
      }
    }
  }

  static func run() async throws {
    let store = Store(
      update: AppState.update,
      state: AppState(),
      environment: AppEnvironment(find: { ["b"] })
    )
    _ = try await withSimulation(seed: 1) { simulation in
      store.send(.typed("a"))
      try await simulation.clock.sleep(for: .seconds(3_600))
      #expect(store.state.results == ["a"])
    }
    _ = try await withSimulation(seed: 1) { simulation in
      store.send(.download)
      store.send(.stop)
      await simulation.waitUntilIdle()
      #expect(store.state.results == ["a"])
      store.send(.download)
      await simulation.waitUntilIdle()
      #expect(store.state.results == ["b"])
    }
  }
}

@Sendable func workingWithEffects() async throws {
  try await WorkingWithEffectsArticle.run()
}

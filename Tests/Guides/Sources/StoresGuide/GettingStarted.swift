import ArticleOutput
import StrataStores

struct ProfileState: StateContainer {
  enum State: EnumState {
    case loading
    case main(name: String)
    case error(EquatableError)
  }

  var current: State = .loading
}

extension ProfileState {
  var title: String {
    switch current {
    case .loading: "Loading"
    case .main(let name): "Hello, \(name)"
    case .error: "Sorry"
    }
  }
}

extension ProfileState {
  mutating func toMain(name: String) {
    update { $0.current = .main(name: name) }
  }

  mutating func toError(_ error: any Error) {
    update { $0.current = .error(EquatableError(error)) }
  }
}

// SAFETY: stores only a constant beside the state, and that is Sendable.
final class ProfileStore: Store<ProfileState>, @unchecked Sendable {
  private let fetchName: @Sendable () throws -> String

  init(fetchName: @escaping @Sendable () throws -> String) {
    self.fetchName = fetchName
    super.init(initialState: .init())
  }

  func load() {
    do {
      let name = try fetchName()
      state.toMain(name: name)
    } catch {
      state.toError(error)
    }
  }
}

@Sendable func gettingStarted() async throws {
  var state = ProfileState()
  state.toMain(name: "Ada")
  print(state.title)  // Hello, Ada

  Settings.withDelivery(.immediate) {
    let store = ProfileStore { "Ada" }
    let subscription = store.subscribe { print($0.title) }
    store.load()
    store.load()
    subscription.stop()
  }
}

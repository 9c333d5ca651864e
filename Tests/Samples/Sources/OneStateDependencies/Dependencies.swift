// swift-format-ignore-file
// The section "Dependencies". The document's last samples are statements and methods; the function and the
// model around them are added.
import Foundation
import StrataDependencies
import StrataOneStore
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct FactClient {
  var fetch: @Sendable (Int) async throws -> String
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClientKey.self] }
    set { self[FactClientKey.self] = newValue }
  }

  private enum FactClientKey: DependencyKey {
    static let liveValue = FactClient(
      fetch: { number in
        let (data, _) = try await URLSession.shared.data(
          from: URL(string: "http://numbersapi.com/\(number)")!
        )
        return String(decoding: data, as: UTF8.self)
      }
    )
  }
}

struct FactPromptModel: Model {
  struct State: Equatable {
    let count: Int
    var fact: String
    var isLoading = false
  }

  @ModelDependency(\.factClient.fetch) var fetchFact
  @ModelState private var state: State

  func getFactButtonTapped() {
    task {
      state.isLoading = true
      defer { state.isLoading = false }
      state.fact = try await fetchFact(state.count)
    } catch: { _ in } // ignore errors
  }
}

func makeStore() -> Store<AppModel> {
let store = Store<AppModel>(initialState: .init()) {
  $0.factClient.fetch = { "\($0) is a great number!" }
}
  return store
}

struct SoundModel: Model {
  struct State: Equatable {
    var isSoundEnabled = true
  }

  @ModelState private var state: State

@ModelDependency(\.sound) var sound

func onActivate() {
  forEach(values(of: \.isSoundEnabled)) { enabled in
    if enabled {
       self.$sound.reset()
    } else {
       self.sound = .disabled
    }
  }
}

func soundTapped() { state.isSoundEnabled.toggle() }
}

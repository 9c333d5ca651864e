import Foundation
import StrataOneStore

// The program that the section "Testing" tests. The document shows parts of it in other sections.

struct FactClient {
  var fetch: @Sendable (Int) async throws -> String
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClientKey.self] }
    set { self[FactClientKey.self] = newValue }
  }

  private enum FactClientKey: DependencyKey {
    static let liveValue = FactClient { "\($0) is a number." }
  }
}

struct CounterModel: Model {
  struct State: Equatable {
    var count = 0
  }

  enum Event: Equatable {
    case onFact(String)
  }

  @ModelState private var state: State
  @ModelDependency(\.factClient.fetch) var fetchFact

  func incrementTapped() { state.count += 1 }

  func factButtonTapped() {
    task {
      let fact = try await fetchFact(state.count)
      send(.onFact(fact))
    } catch: { _ in
    }
  }
}

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    @StateModel<CounterModel> var counter = .init()
    var id: UUID
  }

  @ModelState private var state: State
}

struct FactPromptModel: Model {
  struct State: Equatable {
    let count: Int
    var fact: String
    var isLoading = false
  }

  @ModelState private var state: State
}

struct AppModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil
  }

  @ModelState private var state: State
  @ModelDependency(\.uuid) var uuid

  func onActivate() {
    forEach(events(fromType: CounterModel.self)) { event, counter in
      switch event {
      case .onFact(let fact): state.factPrompt = .init(count: counter.count, fact: fact)
      }
    }
  }

  func addButtonTapped() { state.counters.append(.init(counter: .init(), id: uuid())) }
}

import StrataOneStore

// Declarations that the document's samples use and do not show.

struct Alert: Equatable {
  var message: String
  var title: String
}

struct CounterModel: Model {
  struct State: Equatable {
    var count = 0
    var alert: Alert?
  }

  enum Event: Equatable {
    case onFact(String)
  }

  // Not private: the document's extension lies in another file.
  @ModelState var state: State
  @ModelDependency(\.work.fetchFact) var fetchFact
}

struct FactPromptModel: Model {
  struct State: Equatable {
    var fact: String
  }

  enum Event {
    case onDismiss
  }

  @ModelState private var state: State

  func dismissTapped() { send(.onDismiss) }
}

/// The services of the models.
struct WorkClient: DependencyKey {
  var fetchFact: @Sendable (Int) async throws -> String = { "\($0) is a number." }
  var run: @Sendable (String) async -> Void = { _ in }
  var numbers = AsyncStream<Int> { $0.finish() }

  static let liveValue = WorkClient()
  static let testValue = WorkClient()
}

extension DependencyValues {
  var work: WorkClient {
    get { self[WorkClient.self] }
    set { self[WorkClient.self] = newValue }
  }
}

import Strata

/// The model that the article tests and does not show.
@Model struct AppModel {
  var counters: [CounterRowModel] = []

  func addButtonTapped() { counters.append(CounterRowModel(counter: CounterModel())) }
}

@Model struct CounterRowModel {
  var counter: CounterModel
}

@Model struct CounterModel {
  var count = 0

  func incrementTapped() { count += 1 }
}

@Model struct StandupDetail {
  enum Destination: Equatable, Sendable {
    case edit
  }

  enum Event: Equatable, Sendable {
    case startMeeting
  }

  var destination: Destination? = .edit

  func startMeetingButtonTapped() {
    destination = nil
    node.send(.startMeeting)
  }
}

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String

  static let liveValue = FactClient { "\($0) is a number." }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

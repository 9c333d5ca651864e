import Strata

// Declarations that the document's samples use and do not show.

struct Alert: Equatable {
  var message: String
  var title: String
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

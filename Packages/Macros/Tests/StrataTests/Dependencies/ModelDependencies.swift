import Strata

/// A dependency with a key of its own, and no key path among the values.
enum Greeting: DependencyKey {
  static let liveValue = "hello"
  static let testValue = "test"
}

/// A dependency in each spelling.
@Model struct Wired {
  @ModelDependency var client: FactClient
  @ModelDependency(\.factClient) var same: FactClient
  var count = 2
  var child: WiredChild?
}

@Model struct WiredChild {
  @ModelDependency(\.factClient.fetch) private var fetch: @Sendable (Int) async throws -> String
  @ModelDependency(Greeting.self) var greeting: String
  @ModelDependency(\.continuousClock) var clock: any Clock<Duration>

  func fact() async throws -> String { try await fetch(1) }
}

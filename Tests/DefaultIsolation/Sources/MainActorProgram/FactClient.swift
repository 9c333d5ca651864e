public import StrataDependencies

/// A service as a program declares one. It is asked for from any thread, so it leaves the main actor:
/// `nonisolated` is all that the module's default costs here.
public nonisolated struct FactClient: Sendable {
  public var fetch: @Sendable (Int) async -> String

  public init(fetch: @escaping @Sendable (Int) async -> String) {
    self.fetch = fetch
  }
}

nonisolated extension FactClient: DependencyKey {
  public static let liveValue = FactClient { "\($0) is a number." }
}

nonisolated extension DependencyValues {
  public var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

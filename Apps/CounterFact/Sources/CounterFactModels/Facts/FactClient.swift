package import Strata

/// Knows something about every number.
package struct FactClient: Sendable {
  /// Says something about a number; may throw a ``FactFailure``.
  package var fetch: @Sendable (Int) async throws -> String

  package init(fetch: @escaping @Sendable (Int) async throws -> String) {
    self.fetch = fetch
  }
}

extension FactClient: DependencyKey {
  /// Computes facts: a program uses no network unless an option asks for it.
  package static let liveValue = FactClient.offline

  /// Reported: a test says what its facts are.
  package static var testValue: FactClient {
    standIn(.offline, advice: "Override it with `$0.factClient.fetch = { … }`.")
  }
}

extension DependencyValues {
  /// Knows something about every number.
  package var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

extension DependencyValues {
  /// Passes a generator of random numbers to a closure.
  ///
  /// Live and preview: the system's. Test: reported; one with the seed 0. All tests of the process share its sequence,
  /// so the numbers of a single test depend on the others.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomNumberGeneratorKey.self] }
    set { self[RandomNumberGeneratorKey.self] = newValue }
  }
}

private enum RandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator.system
  static var testValue: WithRandomNumberGenerator {
    standIn(
      .seeded(0),
      advice: "Override it, for example with `$0.withRandomNumberGenerator = .seeded(1)`."
    )
  }
}

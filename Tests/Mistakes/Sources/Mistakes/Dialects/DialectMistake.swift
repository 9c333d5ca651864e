public import StrataTesting

/// A test of a store or a source that forgets one thing.
public struct DialectMistake: Sendable {
  /// What is tested.
  public enum Dialect: String, CaseIterable, Sendable {
    /// A domain store.
    case domainStore = "domain store"
    /// An update store, as it is.
    case updateStore = "update store"
    /// An update store in a tester.
    case testStore = "test store"
    /// One store in a tester.
    case oneStore = "one store"
    /// A source.
    case source
  }

  /// What is tested.
  public let dialect: Dialect
  /// The mistake, and when it is made.
  public let name: String
  /// The kind of failure that it has to be.
  let kind: TestFailure.Kind
  /// The texts that the failure has to contain, in this order.
  let texts: [String]
  /// The test.
  public let run: @Sendable () async -> Void

  init(
    _ dialect: Dialect,
    _ name: String,
    _ kind: TestFailure.Kind,
    _ texts: [String],
    _ run: @escaping @Sendable () async -> Void
  ) {
    self.dialect = dialect
    self.name = name
    self.kind = kind
    self.texts = texts
    self.run = run
  }

  /// All mistakes.
  public static var all: [DialectMistake] {
    ofDomainStores + ofUpdateStores + ofTestStores + ofOneStores + ofSources
  }

  /// The difference between the findings and the one expected failure; `nil` without one.
  public func diagnostic(about found: [TestFailure]) -> String? {
    Expected(kind: kind, texts: texts).diagnostic(about: found)
  }
}

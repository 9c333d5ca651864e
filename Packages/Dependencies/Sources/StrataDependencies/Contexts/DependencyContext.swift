/// The context, which decides which of a key's default values are in force.
public enum DependencyContext: String, Sendable, Hashable, CaseIterable {
  /// The program runs for its user: `liveValue`.
  case live
  /// A part of the program is shown to its developer: `previewValue`.
  case preview
  /// A test runs: `testValue`; each use of a value that the test has not asked for is reported.
  case test
}

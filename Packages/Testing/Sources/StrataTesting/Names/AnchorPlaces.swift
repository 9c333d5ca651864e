import StrataConcurrency
import StrataCore

/// The lines that have anchored the trees of tests.
enum AnchorPlaces {
  private static let places = Locked<[ContextID: CallSite]>([:], rank: .leaf)

  static func note(_ root: ContextID, at place: CallSite) { places.withLock { $0[root] = place } }

  static func forget(_ root: ContextID) { places.withLock { $0[root] = nil } }

  /// The variable that a tree was anchored for, if the test's source names it.
  static func variable(of root: ContextID) -> String? {
    places.withLock { $0[root] }.flatMap { VariableName.declared(by: makers, at: $0) }
  }

  /// The calls that make a tree: those of models, and the initialisers of stores that take their caller's line.
  private static let makers = ["withAnchor", "andTester", "returningAnchor", "Store(", "Store<"]
}

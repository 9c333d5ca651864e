import StrataConcurrency
import StrataCore

/// The lines that have anchored the trees of tests.
enum AnchorPlaces {
  private static let places = Locked<[ContextID: CallSite]>([:], rank: .leaf)

  static func note(_ root: ContextID, at place: CallSite) { places.withLock { $0[root] = place } }

  static func forget(_ root: ContextID) { places.withLock { $0[root] = nil } }

  /// The variable that a tree was anchored for, if the test's source names it.
  static func variable(of root: ContextID) -> String? {
    places.withLock { $0[root] }.flatMap {
      VariableName.declared(by: ["withAnchor", "andTester", "returningAnchor"], at: $0)
    }
  }
}

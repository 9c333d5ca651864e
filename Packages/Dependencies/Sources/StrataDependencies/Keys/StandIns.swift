import StrataConcurrency

/// Records the keys whose default value may not be used silently.
///
/// A default implementation looks like a declared one from its type, so it makes a note when it runs. The notes are per
/// key for the whole process, not per evaluation. A key that declares `static let testValue = standIn(…)` runs its
/// initialiser only once, however many sets of defaults there are.
enum StandIns: Sendable {
  private static let diagnostics = Locked<[ObjectIdentifier: Diagnostic]>([:], rank: .leaf)

  static func note<Key: TestDependencyKey>(_ diagnostic: Diagnostic, for key: Key.Type) {
    diagnostics.withLock { $0[ObjectIdentifier(key)] = diagnostic }
  }

  static func diagnostic<Key: TestDependencyKey>(about key: Key.Type) -> Diagnostic? {
    diagnostics.withLock { $0[ObjectIdentifier(key)] }
  }
}

import StrataConcurrency

/// Remembers the keys whose default value may not be used without a word.
///
/// A default implementation cannot be told from a declared one by looking at the type, so it tells
/// on itself when it runs. Kept per key for the whole process, not per evaluation: a key that
/// declares `static let testValue = standIn(…)` runs its initialiser only once, however many sets
/// of defaults there are.
enum StandIns: Sendable {
  private static let complaints = Locked<[ObjectIdentifier: Complaint]>([:], rank: .leaf)

  static func note<Key: TestDependencyKey>(_ complaint: Complaint, for key: Key.Type) {
    complaints.withLock { $0[ObjectIdentifier(key)] = complaint }
  }

  static func complaint<Key: TestDependencyKey>(about key: Key.Type) -> Complaint? {
    complaints.withLock { $0[ObjectIdentifier(key)] }
  }
}

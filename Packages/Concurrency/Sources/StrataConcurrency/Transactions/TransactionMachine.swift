/// Decides which thread may run a transaction: one thread at a time, any number of levels deep.
///
/// A pure machine under its owner's lock; it returns what the owner has to do.
public struct TransactionMachine: Sendable {
  /// Whose transaction is open, if one is.
  public private(set) var owner: ThreadIdentity?
  /// How many levels are open.
  public private(set) var depth = 0

  /// Makes a machine with no open transaction.
  public init() {}

  /// The answer to a thread that wants to open a transaction.
  public enum Entrance: Sendable, Equatable {
    /// It is the outermost: start to record.
    case outermost
    /// It is inside one of its own: just go on.
    case nested
    /// Another thread's is open: wait for it to end, then ask again.
    case wait(for: ThreadIdentity)
  }

  /// Opens a level for a thread, if it may.
  public mutating func enter(_ thread: ThreadIdentity) -> Entrance {
    switch owner {
    case nil:
      owner = thread
      depth = 1
      return .outermost
    case thread:
      depth += 1
      return .nested
    case .some(let other):
      return .wait(for: other)
    }
  }

  /// Whether leaving now would end the outermost level.
  ///
  /// Asked before ``leave(_:)`` by an owner that still has to process the written values.
  public var isOutermost: Bool { depth == 1 }

  /// Closes a level.
  ///
  /// - Returns: Whether it was the outermost: commit and notify.
  /// - Precondition: `thread` has a level open.
  public mutating func leave(_ thread: ThreadIdentity) -> Bool {
    precondition(
      owner == thread && depth > 0,
      "TransactionMachine: a thread leaves what it has not entered"
    )
    depth -= 1
    guard depth == 0 else { return false }
    owner = nil
    return true
  }
}

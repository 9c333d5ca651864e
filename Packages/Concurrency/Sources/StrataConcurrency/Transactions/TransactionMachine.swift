/// Decides which thread may run a transaction: one thread at a time, any number of levels deep.
///
/// A pure machine under its owner's lock; it returns what the owner has to do.
///
/// It is inlinable, because each write in a transaction asks for the owner under the tree's lock.
public struct TransactionMachine: Sendable {
  /// The owner's raw value, or zero.
  @usableFromInline var ownerValue: UInt = 0
  @usableFromInline var levels = 0

  /// Makes a machine with no open transaction.
  @inlinable
  public init() {}

  /// Whose transaction is open, if one is.
  @inlinable public var owner: ThreadIdentity? {
    ownerValue == 0 ? nil : ThreadIdentity(rawValue: ownerValue)
  }

  /// How many levels are open.
  @inlinable public var depth: Int { levels }

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
  @inlinable
  public mutating func enter(_ thread: ThreadIdentity) -> Entrance {
    switch ownerValue {
    case 0:
      ownerValue = thread.rawValue
      levels = 1
      return .outermost
    case thread.rawValue:
      levels += 1
      return .nested
    default:
      return .wait(for: ThreadIdentity(rawValue: ownerValue))
    }
  }

  /// Whether leaving now would end the outermost level.
  ///
  /// Asked before ``leave(_:)`` by an owner that still has to process the written values.
  @inlinable public var isOutermost: Bool { levels == 1 }

  /// Closes a level.
  ///
  /// - Returns: Whether it was the outermost: commit and notify.
  /// - Precondition: `thread` has a level open.
  @inlinable
  public mutating func leave(_ thread: ThreadIdentity) -> Bool {
    precondition(
      ownerValue == thread.rawValue && levels > 0,
      "TransactionMachine: a thread leaves what it has not entered"
    )
    levels -= 1
    guard levels == 0 else { return false }
    ownerValue = 0
    return true
  }
}

import StrataConcurrency

/// The part of a commit by which contexts join and leave a tree, as far as transactions and rounds have to do with it.
///
/// A tree gets a subclass, and a transaction makes one of it if it has written structural slots.
class CommitParticipant {
  required init() {}

  /// Compares the written slots with the tree; called without the lock by the thread whose transaction locks them.
  func compare(_ changes: [any PendingChange], in tree: Tree) {}

  /// Makes the tree agree with the written slots; called with the lock held.
  func settle(_ changes: [any PendingChange]) {}

  /// Makes the change records of the raised signals; called with the lock held.
  func takeSignals() -> [any PendingChange] { [] }

  /// The contexts that have left, parents before children.
  var departed: [RemovalRecord] { [] }

  /// Whether the round may be delivered at once.
  var isEmpty: Bool { true }

  /// Does the remaining work, and releases the round for delivery; called without the lock.
  ///
  /// - Parameters:
  ///   - tree: The tree of the commit.
  ///   - ticket: The round that waits for this.
  ///   - logged: The changes of the commit for change logs.
  func finish(
    in tree: Tree,
    _ ticket: RoundQueue<Round>.Ticket?,
    _ logged: LoggedChanges?
  ) {}

  /// Prepares a context that has left to join again, if a transaction has put it back; called without the lock.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - written: The structural slots that this thread's open transaction has written.
  /// - Returns: Whether the context accepts reads and writes now.
  class func join(_ context: Context, withOneOf written: [SlotRead]) -> Bool { false }

  /// Releases the contents of ended incarnations, after their round was delivered; called without the lock.
  class func endLifetimes(of departed: [RemovalRecord], in tree: Tree) {}
}

@available(*, unavailable)
extension CommitParticipant: Sendable {}

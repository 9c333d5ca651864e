import StrataConcurrency

// A transaction reads and writes what it has put into the tree, also a context that had left before. Such a context
// joins when the transaction ends. Until then it is as a new one: in no tree, and open to reads and writes.

extension Context {
  /// Opens a context that has left to reads and writes, if this thread's open transaction has put it back.
  ///
  /// - Parameter held: The lock that is held; another one after a success.
  /// - Returns: Whether the context is open now.
  /// - Complexity: O(1) outside such a transaction, else the contexts that it has put back.
  func openIfPutBack(_ held: inout LockReference) -> Bool {
    guard phase == .sealed || phase == .removed, tree.transaction.owner == .current else {
      return false
    }
    let tree = tree
    let written = tree.log.changes.filter { $0.context.layout.slots[$0.slot].isStructural }
      .map { SlotRead(context: $0.context, slot: $0.slot) }
    if written.isEmpty { return false }
    held.unlock()
    defer { held = lock() }
    return tree.structure.join(self, withOneOf: written)
  }
}

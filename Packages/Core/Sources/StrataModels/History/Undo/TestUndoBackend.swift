import StrataConcurrency

extension UndoSystem {
  /// Adds the default backend of a tree in a test.
  mutating func addBackendOfTest() {
    if backend == nil { backend = TestUndoBackend() }
  }
}

/// A stack that is made when it is first needed: each tree of a test has one, and few use it.
private final class TestUndoBackend: UndoBackend {
  private let made = Locked<ModelUndoStack?>(nil, rank: .leaf)

  private var stack: ModelUndoStack {
    if let stack = made.withLock({ $0 }) { return stack }
    // Made outside the lock; of two threads the first one's is taken.
    let stack = ModelUndoStack()
    return made.withLock { made in
      if let made { return made }
      made = stack
      return stack
    }
  }

  var canUndo: Bool { stack.canUndo }

  var canRedo: Bool { stack.canRedo }

  func push(_ entry: UndoEntry) { stack.push(entry) }

  func undo(at callSite: CallSite) { stack.undo(at: callSite) }

  func redo(at callSite: CallSite) { stack.redo(at: callSite) }

  func removeEndedEntries() { made.withLock { $0 }?.removeEndedEntries() }
}

public import StrataConcurrency
import StrataCore

/// The destination of the entries that models make for changes that can be undone.
///
/// ``ModelUndoStack`` is the one to use; conform a type of your own to pass entries to an existing system. The
/// models of a tree find it as a dependency:
///
/// ```swift
/// let model = Editor().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
/// ```
///
/// All functions may be called from any thread. Models call ``push(_:)`` in the order of the commits, one call at
/// a time, outside all locks. It runs on the thread that delivers a change, before observers are notified, or
/// earlier on a thread that restores an entry.
public protocol UndoBackend: AnyObject, Sendable {
  /// Whether there is something to undo; trackers observe it like any read.
  var canUndo: Bool { get }

  /// Whether there is something to redo; trackers observe it like any read.
  var canRedo: Bool { get }

  /// Takes an entry for a transaction that has been made; it clears the entries to redo.
  func push(_ entry: UndoEntry)

  /// Takes the last transaction back.
  ///
  /// - Parameter callSite: The requester's call site, for reports.
  func undo(at callSite: CallSite)

  /// Makes the transaction again that was last taken back.
  ///
  /// - Parameter callSite: The requester's call site, for reports.
  func redo(at callSite: CallSite)

  /// Drops the entries that can do nothing any more, because the models that made them have ended.
  func removeEndedEntries()
}

extension UndoBackend {
  /// Does nothing.
  public func removeEndedEntries() {}

  /// Takes the last transaction back.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func undo(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    undo(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes the transaction again that was last taken back.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func redo(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    redo(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The changes of one transaction in models that track undo.
///
/// It retains the earlier values, and the models that the transaction removed with their contents. It is emptied
/// when the last model that tracks undo in its tree with its backend has ended.
public final class UndoEntry: Sendable {
  let entry: ChangeLogEntry

  init(_ entry: ChangeLogEntry) {
    self.entry = entry
  }

  /// Whether there is nothing to restore any more, because the models that made the entry have ended.
  public var hasEnded: Bool { entry.hasEnded }

  /// Restores the state from before the transaction, as one transaction.
  ///
  /// Models that it removed come back with their identity and position, and are activated again. Models that it
  /// added leave, and moved ones go back. A model that has left the tree permanently in another way stays away.
  /// Inside a transaction of the tree nothing is restored, and this is reported. The same happens if a later
  /// transaction that was not taken back has changed the same properties, because a commit is taken back whole or
  /// not at all. Transactions that were committed and not yet delivered are pushed first, on this thread.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The entry that takes the restoration back; `nil` if nothing was restored.
  public func restore(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UndoEntry? {
    restore(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Restores the state from before the transaction, like `restore()`.
  ///
  /// - Parameter callSite: The requester's call site, for reports.
  /// - Returns: The entry that takes the restoration back; `nil` if nothing was restored.
  public func restore(at callSite: CallSite) -> UndoEntry? {
    var inverse: UndoEntry?
    let outcome = entry.restore(at: callSite) { entry in
      inverse = UndoEntry(entry)
      return true
    }
    return outcome == .done ? inverse : nil
  }
}

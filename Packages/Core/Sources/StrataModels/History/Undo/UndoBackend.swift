public import StrataConcurrency
import StrataCore

/// Where the entries go that models make for what may be undone.
///
/// ``ModelUndoStack`` is the one to use; conform a type of your own to pass entries to a system that is
/// there already. The models of a tree find it as a dependency:
///
/// ```swift
/// let model = Editor().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
/// ```
///
/// All functions may be called from any thread. Models call ``push(_:)`` in the order of the commits, one call
/// at a time, outside all locks: on the thread that delivers a change, before observers are notified, or
/// earlier on a thread that restores an entry.
public protocol UndoBackend: AnyObject, Sendable {
  /// Whether there is something to undo; an ordinary read, which trackers see.
  var canUndo: Bool { get }

  /// Whether there is something to redo; an ordinary read, which trackers see.
  var canRedo: Bool { get }

  /// Takes an entry for a transaction that has been made; what could be redone until then cannot be any
  /// more.
  func push(_ entry: UndoEntry)

  /// Takes the last transaction back.
  ///
  /// - Parameter callSite: Who asks for it, for reports.
  func undo(at callSite: CallSite)

  /// Makes the transaction again that was taken back last.
  ///
  /// - Parameter callSite: Who asks for it, for reports.
  func redo(at callSite: CallSite)

  /// Lets go of the entries that can do nothing any more, because the models that made them have ended.
  func removeEndedEntries()
}

extension UndoBackend {
  /// Does nothing.
  public func removeEndedEntries() {}

  /// Takes the last transaction back.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
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

  /// Makes the transaction again that was taken back last.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
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

/// What one transaction has changed in models that track undo.
///
/// It holds the values from before, and models that the transaction removed with all that they hold. It is
/// emptied when the last model that tracks undo in its tree with its backend has ended.
public final class UndoEntry: Sendable {
  let entry: JournalEntry

  init(_ entry: JournalEntry) {
    self.entry = entry
  }

  /// Whether there is nothing to restore any more, because the models that made the entry have ended.
  public var hasEnded: Bool { entry.hasEnded }

  /// Restores what was before the transaction, as one transaction.
  ///
  /// Models that it removed come back as themselves, at their places, and are activated again; those that it
  /// added leave; moved ones go back. A model that has left the tree for good in another way stays away.
  /// Inside a transaction of the tree nothing is restored, which is reported. Nor is anything if a later
  /// transaction, which was not taken back, has changed the same properties: what was committed is taken back
  /// whole or not at all. Transactions that were committed and not yet delivered are pushed first, on this
  /// thread.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
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

  /// Restores what was before the transaction; as `restore()`.
  ///
  /// - Parameter callSite: Who asks for it, for reports.
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

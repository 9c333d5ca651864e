import StrataConcurrency
public import StrataDependencies

/// Undo and redo, as the models at a position in a tree see them: `node.undoSystem`.
///
/// It is a dependency: give the tree, or a model by `withDependencies`, a backend, and let models track their
/// changes with `node.trackUndo()`. The nearest model with a backend decides.
///
/// ```swift
/// let editor = Editor().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
/// editor.text = "Hello"
/// editor.node.undoSystem.undo()
/// ```
public struct UndoSystem: Sendable {
  /// The destination of entries; without one nothing can be undone.
  public var backend: (any UndoBackend)?

  /// Makes a system.
  public init(backend: (any UndoBackend)? = nil) {
    self.backend = backend
  }

  /// Whether there is something to undo; trackers observe it like any read.
  public var canUndo: Bool { backend?.canUndo ?? false }

  /// Whether there is something to redo; trackers observe it like any read.
  public var canRedo: Bool { backend?.canRedo ?? false }

  /// Takes the last transaction back; without a backend it does nothing.
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
    backend?.undo(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes the transaction again that was last taken back; without a backend it does nothing.
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
    backend?.redo(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DependencyValues {
  /// Undo and redo.
  ///
  /// Live and preview: without a backend. Test: each tree has a ``ModelUndoStack`` of its own, unless it is
  /// given another backend.
  public var undoSystem: UndoSystem {
    get { self[UndoSystemKey.self] }
    set { self[UndoSystemKey.self] = newValue }
  }
}

private enum UndoSystemKey: DependencyKey {
  static let liveValue = UndoSystem()
  static let testValue = UndoSystem()
}

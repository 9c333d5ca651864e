#if canImport(Darwin)
public import Foundation

extension UndoManagerBackend {
  /// Makes a backend for Foundation's undo manager.
  ///
  /// - Parameters:
  ///   - manager: A manager of the main thread, as all of the system's are.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public convenience init(
    _ manager: UndoManager,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      registry: FoundationUndoRegistry(manager),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// Foundation's undo manager, used on the main thread.
private final class FoundationUndoRegistry: UndoRegistry {
  // SAFETY: touched on the main thread alone: `perform` goes there, and the manager calls from there.
  private nonisolated(unsafe) let manager: UndoManager

  init(_ manager: UndoManager) {
    unsafe self.manager = manager
  }

  var canUndo: Bool { MainActor.assumeIsolated { unsafe manager.canUndo } }

  var canRedo: Bool { MainActor.assumeIsolated { unsafe manager.canRedo } }

  func register(_ action: @escaping @Sendable () -> Void) {
    MainActor.assumeIsolated {
      unsafe manager.registerUndo(withTarget: self) { _ in action() }
    }
  }

  func undo() { MainActor.assumeIsolated { unsafe manager.undo() } }

  func redo() { MainActor.assumeIsolated { unsafe manager.redo() } }

  func perform(_ body: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { return body() }
    DispatchQueue.main.async(execute: body)
  }
}
#endif

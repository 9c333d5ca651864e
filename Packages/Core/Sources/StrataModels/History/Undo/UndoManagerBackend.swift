public import StrataConcurrency
import StrataCore

/// Passes what may be undone to an undo manager that is there already, such as Foundation's, so that the
/// system's menus and gestures undo it.
///
/// ```swift
/// let model = Editor().withAnchor { $0.undoSystem.backend = UndoManagerBackend(undoManager) }
/// ```
///
/// Foundation's manager is there on Apple's systems alone; ``UndoRegistry`` says what another has to do.
/// Entries are passed on where the manager may be used, which for Foundation's is the main thread: what other
/// threads change can be undone when the main thread has come to it.
public final class UndoManagerBackend: UndoBackend {
  private let registry: any UndoRegistry
  private let availability = Availability()
  private let callSite: CallSite

  /// Makes a backend for an undo manager.
  ///
  /// - Parameters:
  ///   - registry: The manager.
  ///   - fileID: The caller's file, like the next three for the place to name in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    registry: any UndoRegistry,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.registry = registry
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Whether there is something to undo; an ordinary read, which trackers see.
  public var canUndo: Bool { availability.canUndo }

  /// Whether there is something to redo; an ordinary read, which trackers see.
  public var canRedo: Bool { availability.canRedo }

  /// Registers an entry with the manager.
  public func push(_ entry: UndoEntry) {
    registry.perform { [self] in
      register(entry)
      noteAvailability()
    }
  }

  /// Has the manager undo.
  ///
  /// - Parameter callSite: Not known to the manager, which undoes later; what is reported names the place
  ///   where the backend was made.
  public func undo(at callSite: CallSite) {
    registry.perform { [self] in
      registry.undo()
      noteAvailability()
    }
  }

  /// Has the manager redo.
  ///
  /// - Parameter callSite: As for ``undo(at:)``.
  public func redo(at callSite: CallSite) {
    registry.perform { [self] in
      registry.redo()
      noteAvailability()
    }
  }

  /// Takes an entry to the manager; to undo it registers what takes that back.
  private func register(_ entry: UndoEntry) {
    registry.register { [weak self, callSite] in
      guard let inverse = entry.restore(at: callSite) else { return }
      self?.register(inverse)
      self?.noteAvailability()
    }
  }

  private func noteAvailability() {
    let found = (registry.canUndo, registry.canRedo)
    availability.update { found }
  }
}

/// What an undo manager does.
public protocol UndoRegistry: AnyObject, Sendable {
  /// Whether there is something to undo.
  var canUndo: Bool { get }

  /// Whether there is something to redo.
  var canRedo: Bool { get }

  /// Keeps an action for later.
  ///
  /// One that is kept while the manager undoes is to be redone; one that is kept while it redoes, or else, is
  /// to be undone, and one that is kept else clears what could be redone.
  func register(_ action: @escaping @Sendable () -> Void)

  /// Does what was kept last to be undone.
  func undo()

  /// Does what was kept last to be redone.
  func redo()

  /// Runs a closure where the manager may be used; at once, if that is here.
  func perform(_ body: @escaping @Sendable () -> Void)
}

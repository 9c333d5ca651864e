public import StrataConcurrency
import StrataCore

/// Passes entries to an existing undo manager, such as Foundation's, so that the system's menus and gestures undo
/// them.
///
/// ```swift
/// let model = Editor().withAnchor { $0.undoSystem.backend = UndoManagerBackend(undoManager) }
/// ```
///
/// Foundation's manager exists on Apple's systems alone; ``UndoRegistry`` describes the requirements for another
/// one. Entries are passed on where the manager may be used, for Foundation's on the main thread. Changes by
/// other threads can therefore be undone as soon as the main thread has processed them.
public final class UndoManagerBackend: UndoBackend {
  private let registry: any UndoRegistry
  private let availability = Availability()
  private let callSite: CallSite

  /// Makes a backend for an undo manager.
  ///
  /// - Parameters:
  ///   - registry: The manager.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
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

  /// Whether there is something to undo; trackers observe it like any read.
  public var canUndo: Bool { availability.canUndo }

  /// Whether there is something to redo; trackers observe it like any read.
  public var canRedo: Bool { availability.canRedo }

  /// Registers an entry with the manager.
  public func push(_ entry: UndoEntry) {
    registry.perform { [self] in
      register(entry)
      noteAvailability()
    }
  }

  /// Makes the manager undo.
  ///
  /// - Parameter callSite: Unknown to the manager, which undoes later; reports name the call site of the
  ///   backend's creation.
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

  /// Passes an entry to the manager; undoing it registers its inverse.
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

/// The operations of an undo manager.
public protocol UndoRegistry: AnyObject, Sendable {
  /// Whether there is something to undo.
  var canUndo: Bool { get }

  /// Whether there is something to redo.
  var canRedo: Bool { get }

  /// Registers an action for later.
  ///
  /// An action that is registered while the manager undoes is to be redone; any other is to be undone. One that
  /// is registered outside of undoing and redoing clears the actions to redo.
  func register(_ action: @escaping @Sendable () -> Void)

  /// Runs the last registered action of those to undo.
  func undo()

  /// Runs the last registered action of those to redo.
  func redo()

  /// Runs a closure where the manager may be used; at once, if that is here.
  func perform(_ body: @escaping @Sendable () -> Void)
}

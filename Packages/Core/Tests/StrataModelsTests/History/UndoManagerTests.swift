import StrataConcurrency
import StrataModels
import StrataRendering
import Testing

/// An undo manager that is there already undoes what models do.
@Suite struct UndoManagerTests {
  /// The behavior of Foundation's undo manager, with its rules for actions that are registered while it undoes
  /// and redoes.
  private final class Manager: UndoRegistry {
    private enum Doing { case nothing, undo, redo }

    private struct State: Sendable {
      var undo: [@Sendable () -> Void] = []
      var redo: [@Sendable () -> Void] = []
      var doing = Doing.nothing
      /// Actions that are registered when the running one has ended.
      var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State(), rank: .leaf)
    /// Whether an action that is registered while another one runs counts when that has ended.
    private let isLate: Bool

    init(isLate: Bool = false) { self.isLate = isLate }

    var canUndo: Bool { state.withLock { !$0.undo.isEmpty } }
    var canRedo: Bool { state.withLock { !$0.redo.isEmpty } }

    func register(_ action: @escaping @Sendable () -> Void) {
      // Actions that can no longer be redone are released without the lock.
      let former = state.withLock { state in
        let former = state
        if isLate, state.doing != .nothing {
          state.waiting.append(action)
        } else if state.doing == .undo {
          state.redo.append(action)
        } else {
          if state.doing == .nothing { state.redo = [] }
          state.undo.append(action)
        }
        return former
      }
      withExtendedLifetime(former) {}
    }

    func undo() { run(.undo) { $0.undo.popLast() } }

    func redo() { run(.redo) { $0.redo.popLast() } }

    private func run(_ doing: Doing, _ take: (inout State) -> (@Sendable () -> Void)?) {
      let action = state.withLock { state in
        state.doing = doing
        return take(&state)
      }
      action?()
      state.withLock { state in
        if doing == .undo { state.redo += state.waiting } else { state.undo += state.waiting }
        state.waiting = []
        state.doing = .nothing
      }
    }

    func perform(_ body: @escaping @Sendable () -> Void) { body() }
  }

  @Test func entriesAreRegisteredAndTakenBackByTheManager() {
    let manager = Manager()
    let sheet = Sheet(0) { $0.node.trackUndo() }
      .withAnchor { $0.undoSystem.backend = UndoManagerBackend(registry: manager) }
    sheet.draft = 1
    sheet.node.transaction {
      sheet.draft = 2
      sheet.sheets.append(Sheet(1))
    }
    manager.undo()
    #expect(sheet.draft == 1)
    #expect(sheet.sheets.isEmpty)
    #expect(manager.canRedo)
    manager.redo()
    #expect(sheet.draft == 2)
    #expect(sheet.sheets.map(\.id) == [1])
    sheet.node.undoSystem.undo()
    sheet.node.undoSystem.undo()
    #expect(sheet.draft == 0)
    #expect(!manager.canUndo)
    sheet.draft = 7
    #expect(!manager.canRedo)
  }

  @Test(arguments: [false, true])
  func modelsUndoAndRedoThroughTheManager(isLate: Bool) {
    let manager = Manager(isLate: isLate)
    let sheet = Sheet(0) { $0.node.trackUndo() }
      .withAnchor { $0.undoSystem.backend = UndoManagerBackend(registry: manager) }
    let undo = sheet.node.undoSystem
    sheet.draft = 1
    undo.undo()
    #expect(sheet.draft == 0)
    #expect((undo.canUndo, undo.canRedo) == (false, true))
    undo.redo()
    #expect(sheet.draft == 1)
    #expect((undo.canUndo, undo.canRedo) == (true, false))
    #expect((manager.canUndo, manager.canRedo) == (true, false))
  }

  @Test func availabilityIsObserved() {
    let manager = Manager()
    let sheet = Sheet(0) { $0.node.trackUndo() }
      .withAnchor { $0.undoSystem.backend = UndoManagerBackend(registry: manager) }
    let undo = sheet.node.undoSystem
    let probe = RenderProbe { (undo.canUndo, undo.canRedo) }
    sheet.draft = 1
    #expect(probe.output == (true, false))
    manager.undo()
    #expect(probe.output == (false, true))
  }
}

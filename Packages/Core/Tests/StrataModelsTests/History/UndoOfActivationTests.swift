import StrataConcurrency
import StrataModels
import Testing

/// Undo of models whose activation writes again each time they come back.
@Suite struct UndoOfActivationTests {
  @Test(arguments: Place.allCases)
  func aModelThatCameBackIsTakenOutByTheNextUndo(place: Place) {
    let (root, stack) = undoableRoot()
    place.put(Sheet(1) { $0.draft += 1 }, into: root)
    place.clear(root)
    let found = reports {
      stack.undo()
      #expect(!place.isEmpty(root))
      stack.undo()
    }
    #expect(found == [])
    #expect(place.isEmpty(root))
    #expect(!stack.canUndo)
    stack.redo()
    #expect(!place.isEmpty(root))
    stack.redo()
    #expect(place.isEmpty(root))
  }

  @Test func aModelBelowTheOneThatCameBackGoesWithIt() {
    let (root, stack) = undoableRoot()
    root.sheets = [Sheet(1, sheets: [Sheet(2) { $0.draft += 1 }]) { $0.draft += 1 }]
    stack.undo()
    stack.redo()
    let found = reports { stack.undo() }
    #expect(found == [])
    #expect(root.sheets.isEmpty)
  }

  private func undoableRoot() -> (Sheet, ModelUndoStack) {
    let stack = ModelUndoStack()
    let root = Sheet(0) { $0.node.trackUndo() }
    return (root.withAnchor { $0.undoSystem.backend = stack }, stack)
  }

  enum Place: CaseIterable, Sendable {
    case list, table

    func put(_ sheet: Sheet, into root: Sheet) {
      switch self {
      case .list: root.sheets = [sheet]
      case .table: root.table = [sheet]
      }
    }

    func clear(_ root: Sheet) {
      switch self {
      case .list: root.sheets = []
      case .table: root.table = []
      }
    }

    func isEmpty(_ root: Sheet) -> Bool {
      switch self {
      case .list: root.sheets.isEmpty
      case .table: root.table.isEmpty
      }
    }
  }
}

import StrataModels
import Testing

/// A write of an equal value is no step, and keeps no earlier step from being undone.
@Suite struct UndoOfEqualWritesTests {
  private let stack = ModelUndoStack()
  private let table: SavableTable

  init() {
    let stack = stack
    table = SavableTable(rows: 2).withAnchor { $0.undoSystem.backend = stack }
    table.node.trackUndo()
  }

  @Test func aRestoredStateIsUndoneAfterAnEqualWrite() throws {
    let row = table.rows[0]
    let saved = try table.savedState()
    row.number = 7
    try table.restoreState(from: saved)
    writeEqual(row)
    let found = reports { table.node.undoSystem.undo() }
    #expect(found == [])
    #expect(row.number == 7)
    table.node.undoSystem.undo()
    #expect(row.number == 0)
  }

  @Test func aTouchedPropertyIsUndoneAfterAnEqualWrite() {
    let row = table.rows[0]
    row.node.transaction {
      row.node.touch(\.number)
      row.number = 7
    }
    writeEqual(row)
    let found = reports { table.node.undoSystem.undo() }
    #expect(found == [])
    #expect(row.number == 0)
  }

  /// Writes another value and then the first one again, which is no step.
  private func writeEqual(_ row: SavableRow) {
    let count = stack.undoCount
    row.node.transaction {
      row.number += 1
      row.number -= 1
    }
    #expect(stack.undoCount == count)
  }
}

import StrataConcurrency
import StrataCore
import StrataModels
import StrataRendering
import Testing

/// Changes of models can be taken back, and made again.
@Suite struct UndoTests {
  @Test func aWriteIsOneEntryAndSoIsATransaction() {
    let (sheet, stack) = undoable()
    sheet.text = "a"
    sheet.node.transaction {
      sheet.text = "b"
      sheet.text = "c"
      sheet.numbers.append(1)
    }
    #expect(stack.undoCount == 2)
    stack.undo()
    #expect(sheet.text == "a")
    #expect(sheet.numbers == [])
    stack.undo()
    #expect(sheet.text == "")
    stack.redo()
    stack.redo()
    #expect(sheet.text == "c")
    #expect(sheet.numbers == [1])
    #expect(stack.undoCount == 2)
    #expect(stack.redoCount == 0)
  }

  @Test func changesInPlaceComeBackAsTheyWere() {
    let (sheet, stack) = undoable()
    sheet.numbers = [1, 2]
    sheet.numbers.append(3)
    sheet.draft += 4
    sheet.text += "x"
    #expect(stack.undoCount == 4)
    for _ in 0..<3 { stack.undo() }
    #expect(sheet.numbers == [1, 2])
    #expect(sheet.draft == 0)
    #expect(sheet.text == "")
  }

  @Test func anEqualWriteIsNoEntry() {
    let (sheet, stack) = undoable()
    sheet.text = ""
    sheet.node.transaction {
      sheet.draft = 1
      sheet.draft = 0
    }
    #expect(!stack.canUndo)
  }

  @Test func aNewEditClearsWhatCouldBeRedone() {
    let (sheet, stack) = undoable()
    sheet.draft = 1
    sheet.draft = 2
    stack.undo()
    #expect(stack.canRedo)
    sheet.draft = 5
    #expect(!stack.canRedo)
    stack.undo()
    #expect(sheet.draft == 1)
  }

  @Test func removedModelsComeBackAsThemselvesWithAllBelowThem() throws {
    let log = Log()
    let leaf = Sheet(2) { sheet in
      log.add("+2")
      sheet.node.onCancel { log.add("-2") }
    }
    let (sheet, stack) = undoable(Sheet(0, sheets: [Sheet(1, sheets: [leaf]), Sheet(3)]))
    let child = sheet.sheets[0]
    let grandchild = child.sheets[0]
    grandchild.text = "kept"
    sheet.sheets.removeFirst()
    #expect(!grandchild.node.context.isLive)
    stack.undo()
    #expect(sheet.sheets.map(\.id) == [1, 3])
    #expect(sheet.sheets[0].isSameModel(as: child))
    #expect(child.sheets[0].isSameModel(as: grandchild))
    #expect(grandchild.node.context.isLive)
    #expect(grandchild.text == "kept")
    #expect(log.entries == ["+2", "-2", "+2"])
    grandchild.text = "live"
    #expect(stack.undoCount == 2)
    stack.undo()
    stack.redo()
    #expect(grandchild.text == "live")
  }

  @Test func whatATransactionChangedInAModelThatItRemovedComesBackToo() {
    let (sheet, stack) = undoable(Sheet(0, sheets: [Sheet(1)]))
    let child = sheet.sheets[0]
    child.text = "before"
    sheet.node.transaction {
      child.text = "changed"
      child.sheets.append(Sheet(7))
      sheet.sheets = []
    }
    stack.undo()
    #expect(child.text == "before")
    #expect(child.sheets.isEmpty)
    #expect(reports { stack.redo() } == [])
    #expect(sheet.sheets.isEmpty)
    #expect(child.sheets.map(\.id) == [7])
    #expect(reports { stack.undo() } == [])
    #expect(child.text == "before")
    #expect(child.sheets.isEmpty)
    #expect(child.node.context.isLive)
  }

  @Test func addedModelsLeaveAndReturn() {
    let (sheet, stack) = undoable()
    sheet.table.append(Sheet(1))
    let child = sheet.table[0]
    child.text = "a"
    child.sheets.append(Sheet(2))
    for _ in 0..<3 { stack.undo() }
    #expect(sheet.table.isEmpty)
    #expect(!child.node.context.isLive)
    for _ in 0..<3 { stack.redo() }
    #expect(sheet.table.first?.isSameModel(as: child) == true)
    #expect(child.text == "a")
    #expect(child.sheets.map(\.id) == [2])
    #expect(child.sheets[0].node.context.isLive)
  }

  @Test func movedModelsGoBackAndKeepTheirLife() {
    let log = Log()
    let moved = Sheet(1) { sheet in
      log.add("+")
      sheet.node.onCancel { log.add("-") }
    }
    let (sheet, stack) = undoable(Sheet(0, sheets: [moved, Sheet(2)]))
    sheet.sheets.reverse()
    sheet.node.transaction { sheet.table.append(sheet.sheets.removeLast()) }
    #expect(sheet.table.count == 1)
    stack.undo()
    #expect(sheet.sheets.map(\.id) == [2, 1])
    #expect(sheet.table.isEmpty)
    stack.undo()
    #expect(sheet.sheets.map(\.id) == [1, 2])
    #expect(log.entries == ["+"])
  }

  @Test func destinationsInEnumsComeBack() {
    let (sheet, stack) = undoable()
    sheet.place = .sheet(Sheet(1))
    guard case .sheet(let child) = sheet.place else { return }
    child.text = "a"
    sheet.place = .note("b")
    stack.undo()
    guard case .sheet(let again) = sheet.place else {
      Issue.record("the destination did not come back")
      return
    }
    #expect(again.isSameModel(as: child))
    #expect(again.text == "a")
    stack.undo()
    stack.undo()
    guard case .nowhere = sheet.place else {
      Issue.record("the destination did not go")
      return
    }
  }

  @Test func aModelWithAnIdentityIsNotContinuedByAnotherWithTheSame() {
    let (sheet, stack) = undoable(Sheet(0, sheets: [Sheet(1)]))
    let first = sheet.sheets[0]
    sheet.node.transaction { sheet.sheets = [] }
    sheet.sheets = [Sheet(1)]
    let second = sheet.sheets[0]
    #expect(!first.isSameModel(as: second))
    let recorder = StateRecorder(of: sheet)
    withExtendedLifetime(recorder) {}
    stack.undo()
    stack.undo()
    #expect(sheet.sheets[0].isSameModel(as: first))
  }

  @Test func whatActivationChangesBelongsToTheTransactionThatAdded() {
    let (sheet, stack) = undoable()
    sheet.sheets.append(
      Sheet(1) { child in
        child.draft += 1
        child.numbers.append(child.draft)
      }
    )
    #expect(stack.undoCount == 1)
    let child = sheet.sheets[0]
    stack.undo()
    #expect(sheet.sheets.isEmpty)
    stack.redo()
    #expect(stack.undoCount == 1)
    #expect(stack.redoCount == 0)
    #expect(child.node.context.isLive)
    stack.undo()
    stack.redo()
    #expect(sheet.sheets.count == 1)
  }

  @Test func whatTheFirstActivationChangesIsNoEntry() {
    let stack = ModelUndoStack()
    let child = Sheet(1) { $0.text = "child" }
    let sheet = Sheet(0, sheets: [child]) { sheet in
      sheet.node.trackUndo()
      sheet.text = "begun"
    }
    let anchored = sheet.withAnchor { $0.undoSystem.backend = stack }
    #expect(!stack.canUndo)
    anchored.text = "edited"
    #expect(stack.undoCount == 1)
  }

  @Test func availabilityIsObserved() {
    let (sheet, stack) = undoable()
    let probe = RenderProbe { (stack.canUndo, sheet.node.undoSystem.canRedo) }
    #expect(probe.output == (false, false))
    sheet.draft = 1
    #expect(probe.output == (true, false))
    sheet.node.undoSystem.undo()
    #expect(probe.output == (false, true))
    sheet.node.undoSystem.redo()
    #expect(probe.output == (true, false))
    stack.removeAll()
    #expect(probe.output == (false, false))
  }

  @Test func aBoundedStackForgetsTheOldest() {
    let (sheet, stack) = undoable(Sheet(0), ModelUndoStack(limit: 2))
    for number in 1...4 {
      sheet.draft = number
      #expect(stack.undoCount == min(number, 2))
    }
    for _ in 0..<4 { stack.undo() }
    #expect(sheet.draft == 2)
    #expect(stack.redoCount == 2)
  }
}

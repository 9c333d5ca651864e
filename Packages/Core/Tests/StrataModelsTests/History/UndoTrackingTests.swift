import StrataConcurrency
import StrataCore
import StrataModels
import Testing

/// The changes that count for undo, their backend, and their fate when models end.
@Suite struct UndoTrackingTests {
  @Test func onlyTheNamedPropertiesCount() {
    let stack = ModelUndoStack()
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor { $0.undoSystem.backend = stack }
    sheet.node.trackUndo(\.text, \.sheets)
    sheet.draft = 1
    sheet.numbers.append(1)
    #expect(stack.undoCount == 0)
    sheet.text = "a"
    sheet.sheets[0].draft = 2
    #expect(stack.undoCount == 2)
    sheet.node.transaction {
      sheet.draft = 3
      sheet.text = "b"
    }
    stack.undo()
    #expect(sheet.text == "a")
    #expect(sheet.draft == 3)
  }

  @Test func excludedPropertiesDoNotCountWithAllBelowThem() {
    let stack = ModelUndoStack()
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor { $0.undoSystem.backend = stack }
    sheet.node.trackUndo(excluding: \.draft, \.sheets)
    sheet.draft = 1
    sheet.sheets[0].text = "a"
    sheet.sheets.append(Sheet(2))
    #expect(stack.undoCount == 0)
    sheet.text = "b"
    #expect(stack.undoCount == 1)
  }

  @Test func aModelBelowDecidesAboutItself() {
    let stack = ModelUndoStack()
    let child = Sheet(1) { $0.node.trackUndo(\.text) }
    let sheet = Sheet(0, sheets: [child]) { $0.node.trackUndo() }
    let anchored = sheet.withAnchor { $0.undoSystem.backend = stack }
    anchored.sheets[0].draft = 1
    #expect(stack.undoCount == 0)
    anchored.node.transaction {
      anchored.sheets[0].text = "a"
      anchored.draft = 1
    }
    #expect(stack.undoCount == 1)
    stack.undo()
    #expect(anchored.sheets[0].text == "")
    #expect(anchored.draft == 0)
  }

  @Test func theNearestBackendTakesTheEntries() {
    let (outer, inner) = (ModelUndoStack(), ModelUndoStack())
    let child = Sheet(1) { $0.node.trackUndo() }
      .withDependencies { $0.undoSystem.backend = inner }
    let sheet = Sheet(0, sheets: [child]) { $0.node.trackUndo(excluding: \.sheets) }
    let anchored = sheet.withAnchor { $0.undoSystem.backend = outer }
    anchored.sheets[0].draft = 1
    anchored.draft = 2
    #expect(inner.undoCount == 1)
    #expect(outer.undoCount == 1)
    inner.undo()
    #expect(anchored.sheets[0].draft == 0)
    #expect(anchored.draft == 2)
  }

  @Test func aSecondCallIsReportedAtItsPlace() {
    let (sheet, stack) = undoable()
    let places = Log()
    let handler: ReportSink.Handler = { places.add("\($0.callSite.fileID) \($0.message)") }
    ReportSink.withHandler(handler) { sheet.node.trackUndo(\.text) }
    #expect(places.entries.count == 1)
    #expect(places.entries.first?.hasPrefix("StrataModelsTests/UndoTrackingTests.swift") == true)
    #expect(places.entries.first?.contains("tracked a second time. The first call holds.") == true)
    sheet.draft = 1
    #expect(stack.undoCount == 1)
  }

  /// As other dependencies have a value for tests.
  @Test func eachTreeOfATestHasABackend() {
    let sheets = (0..<2).map { Sheet($0) { $0.node.trackUndo() }.withAnchor() }
    let (one, other) = (sheets[0].node.undoSystem, sheets[1].node.undoSystem)
    #expect(!one.canUndo)
    sheets[0].draft = 7
    sheets[0].draft = 8
    #expect(one.canUndo)
    #expect(!other.canUndo)
    one.undo()
    #expect(sheets[0].draft == 7)
    one.redo()
    #expect(sheets[0].draft == 8)
    #expect(!other.canRedo)
  }

  @Test func aGivenBackendWinsOverThatOfTheTest() {
    let (around, given) = (ModelUndoStack(), ModelUndoStack())
    let (one, other) = withDependencies {
      $0.undoSystem.backend = around
    } operation: {
      (
        Sheet(0) { $0.node.trackUndo() }.withAnchor(),
        Sheet(0) { $0.node.trackUndo() }.withAnchor { $0.undoSystem.backend = given }
      )
    }
    one.draft = 1
    other.draft = 1
    other.draft = 2
    #expect(around.undoCount == 1)
    #expect(given.undoCount == 2)
  }

  @Test func trackingAfterTheEndIsReportedAsThat() {
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor()
    let removed = sheet.sheets[0]
    sheet.sheets = []
    let texts = reports { removed.node.trackUndo() }
    #expect(
      texts == [
        """
        Undo of a Sheet was to be tracked after it had left its tree. Nothing is tracked. Call \
        trackUndo before the model is removed, in onActivate().
        """
      ]
    )
  }

  @Test func aModelThatItsOwnActivationRemovesMayTrack() {
    let texts = reports {
      let sheet = Sheet(0, sheets: []).withAnchor()
      sheet.sheets = [
        Sheet(1) { own in
          sheet.sheets = []
          own.node.trackUndo()
        }
      ]
      #expect(sheet.sheets.isEmpty)
    }
    #expect(texts.isEmpty)
  }

  @Test func misuseIsReported() {
    let texts = reports {
      Sheet(0).node.trackUndo()
      let bare = Sheet(1).withAnchor { $0.context = .live }
      bare.node.trackUndo()
      #expect(!bare.node.undoSystem.canUndo)
      bare.node.undoSystem.undo()
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("Call trackUndo in onActivate().") == true)
    #expect(texts.last?.contains("$0.undoSystem.backend = ModelUndoStack()") == true)
    let (sheet, stack) = undoable(Sheet(0, sheets: [Sheet(1)]))
    sheet.draft = 1
    let inTransaction = reports { sheet.node.transaction { stack.undo() } }
    #expect(inTransaction.count == 1)
    #expect(inTransaction.first?.contains("Call it after the transaction.") == true)
    #expect(sheet.draft == 1)
    #expect(stack.undoCount == 1)
    let path = reports {
      let other = Sheet(2, place: .sheet(Sheet(3))).withAnchor { $0.undoSystem.backend = stack }
      other.node.trackUndo(\.id)
    }
    #expect(path.count == 1)
    #expect(path.first?.contains("does not lead to properties of Sheet alone") == true)
  }

  @Test func whatIsAskedForInATransactionIsReportedWhereItIsAskedFor() {
    let (sheet, stack) = undoable(Sheet(0))
    let recorder = StateRecorder(of: sheet)
    sheet.draft = 1
    let lines = Locked<[UInt]>([], rank: .leaf)
    let note: ReportSink.Handler = { report in lines.withLock { $0.append(report.callSite.line) } }
    let first = #line + 3 as UInt
    ReportSink.withHandler(note) {
      sheet.node.transaction {
        stack.undo()
        stack.redo()
        sheet.node.undoSystem.undo()
        recorder.restore(0)
      }
    }
    #expect(lines.withLock { $0 } == [first, first + 2, first + 3])
    #expect(sheet.draft == 1)
  }

  @Test func anEntryWhoseModelIsGoneForGoodIsPassedOver() {
    let stack = ModelUndoStack()
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor { $0.undoSystem.backend = stack }
    sheet.node.trackUndo(excluding: \.sheets)
    let child = sheet.sheets[0]
    child.node.trackUndo()
    sheet.draft = 1
    child.draft = 2
    sheet.sheets = []
    #expect(stack.undoCount == 2)
    #expect(reports { stack.undo() } == [])
    #expect(sheet.draft == 0)
    #expect(!stack.canUndo)
    #expect(stack.redoCount == 1)
  }

  @Test func entriesGoWithTheLastModelThatTracks() {
    let stack = ModelUndoStack()
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor { $0.undoSystem.backend = stack }
    sheet.sheets[0].node.trackUndo()
    sheet.sheets[0].draft = 1
    #expect(stack.canUndo)
    sheet.sheets = []
    #expect(!stack.canUndo)
  }

  @Test func nothingIsKeptWhenTheTreeOrTheStackGoes() {
    let census = Census()
    var stack: ModelUndoStack? = ModelUndoStack()
    do {
      let root = Branch(key: 0, census: census).withAnchor { [stack] in
        $0.undoSystem.backend = stack
      }
      root.node.trackUndo()
      for key in 1...5 { root.list.append(Branch(key: key, census: census)) }
      root.list[0].single = Branch(key: 6, census: census)
      root.list.removeAll()
      #expect(census.objects == 7)
      stack?.undo()
      stack?.removeAll()
      root.list.removeAll()
      stack?.removeAll()
      #expect(census.objects == 1)
      root.list.append(Branch(key: 7, census: census))
      root.list.removeAll()
      #expect(census.objects == 2)
    }
    #expect(census.objects == 0)
    #expect(stack?.undoCount == 0)
    stack = nil
  }

  @Test func twoTreesMayShareAStack() {
    let stack = ModelUndoStack()
    let (first, _) = undoable(Sheet(0), stack)
    let (second, _) = undoable(Sheet(1), stack)
    first.draft = 1
    second.draft = 2
    stack.undo()
    #expect(first.draft == 1)
    #expect(second.draft == 0)
    stack.undo()
    #expect(first.draft == 0)
    stack.redo()
    stack.redo()
    #expect(second.draft == 2)
  }

  @Test func nothingIsUndoneInsideATransactionOfAnotherTreeOfTheStack() {
    let stack = ModelUndoStack()
    let (first, _) = undoable(Sheet(0), stack)
    let (second, _) = undoable(Sheet(1), stack)
    second.draft = 2
    let reports = Locked<[String]>([], rank: .leaf)
    let note: ReportSink.Handler = { report in reports.withLock { $0.append("\(report)") } }
    ReportSink.withHandler(note) {
      first.node.transaction {
        first.draft = 1
        stack.undo()
      }
    }
    #expect(second.draft == 2 && stack.undoCount == 2)
    let report = reports.withLock { $0 }
    #expect(report.count == 1 && report[0].contains("inside a transaction of the tree of a Sheet"))
    stack.undo()
    #expect(first.draft == 0 && second.draft == 2)
  }

  /// The stack learns from the entries which trees they are of.
  @Test func aStackThatGetsTheEntriesOfAnotherBackendUndoesNothingInATransaction() {
    final class Forwarder: UndoBackend {
      let stack = ModelUndoStack()
      var canUndo: Bool { stack.canUndo }
      var canRedo: Bool { stack.canRedo }
      func push(_ entry: UndoEntry) { stack.push(entry) }
      func undo(at callSite: CallSite) { stack.undo(at: callSite) }
      func redo(at callSite: CallSite) { stack.redo(at: callSite) }
    }
    let first = Forwarder()
    let sheet = Sheet(0) { $0.node.trackUndo() }.withAnchor { $0.undoSystem.backend = first }
    let other = Sheet(0) { $0.node.trackUndo() }.withAnchor { $0.undoSystem.backend = first }
    sheet.draft = 1
    other.draft = 1
    let found = reports {
      // The last entry is of the other tree.
      sheet.node.transaction { sheet.node.undoSystem.undo() }
    }
    #expect(found.count == 1 && found.first?.contains("inside a transaction") == true)
    #expect((sheet.draft, other.draft) == (1, 1))
    sheet.node.undoSystem.undo()
    #expect((sheet.draft, other.draft) == (1, 0))
  }

  @Test func aBackendOfOnesOwnGetsEachEntry() {
    final class Keeper: UndoBackend {
      let entries = Locked<[UndoEntry]>([], rank: .leaf)
      var canUndo: Bool { entries.withLock { !$0.isEmpty } }
      var canRedo: Bool { false }
      func push(_ entry: UndoEntry) { entries.withLock { $0.append(entry) } }
      func undo(at callSite: CallSite) {
        _ = entries.withLock { $0.popLast() }?.restore(at: callSite)
      }
      func redo(at callSite: CallSite) {}
    }
    let keeper = Keeper()
    let sheet = Sheet(0) { $0.node.trackUndo() }.withAnchor { $0.undoSystem.backend = keeper }
    sheet.draft = 1
    sheet.draft = 2
    let inverse = keeper.entries.withLock { $0.last }?.restore()
    #expect(sheet.draft == 1)
    _ = inverse?.restore()
    #expect(sheet.draft == 2)
    #expect(sheet.node.undoSystem.canUndo)
  }
}

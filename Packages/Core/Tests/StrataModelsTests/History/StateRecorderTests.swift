import StrataConcurrency
import StrataCore
import StrataModels
import Testing

/// The states of a tree are recorded, stepped through, compared and thinned.
@Suite struct StateRecorderTests {
  @Test func stepsBackAndForth() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.draft = 1
    sheet.node.transaction {
      sheet.draft = 2
      sheet.numbers.append(2)
    }
    #expect(recorder.records.map(\.changeCount) == [0, 1, 2])
    #expect(recorder.position == 2)
    #expect(recorder.stepBack())
    #expect((sheet.draft, sheet.numbers) == (1, []))
    #expect(recorder.stepBack())
    #expect(!recorder.stepBack())
    #expect(sheet.draft == 0)
    #expect(recorder.restore(2))
    #expect((sheet.draft, sheet.numbers) == (2, [2]))
    #expect(recorder.records.count == 3)
  }

  @Test func workFollowsTheModels() {
    let log = Log()
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.sheets.append(
      Sheet(1) { child in
        log.add("+")
        child.node.onCancel { log.add("-") }
      }
    )
    let child = sheet.sheets[0]
    child.text = "a"
    sheet.sheets = []
    for _ in 0..<3 { recorder.stepBack() }
    #expect(log.entries == ["+", "-", "+", "-"])
    #expect(sheet.sheets.isEmpty)
    recorder.stepForward()
    recorder.stepForward()
    #expect(sheet.sheets.first?.isSameModel(as: child) == true)
    #expect(child.text == "a")
    #expect(log.entries.last == "+")
  }

  @Test func aChangeAfterGoingBackLosesNothing() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.draft = 1
    sheet.draft = 2
    recorder.restore(0)
    sheet.text = "new"
    #expect(recorder.records.map(\.id) == [0, 1, 2, 3, 4])
    #expect(recorder.position == 4)
    #expect(recorder.restore(2))
    #expect((sheet.draft, sheet.text) == (2, ""))
    #expect(recorder.restore(4))
    #expect((sheet.draft, sheet.text) == (0, "new"))
  }

  @Test func saysWhatDiffers() throws {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    let name = "Sheet \(sheet.modelID)"
    sheet.draft = 1
    sheet.text = "a"
    sheet.draft = 2
    sheet.sheets.append(Sheet(7))
    let child = "Sheet \(sheet.sheets[0].modelID)"
    #expect(
      recorder.diff(from: 0, to: 3) == """
          State(
        -   \(name).draft: 0
        +   \(name).draft: 2
        -   \(name).text: ""
        +   \(name).text: "a"
          )
        """
    )
    let back = try #require(recorder.diff(from: 4, to: 3))
    #expect(back.contains("\(name).sheets"))
    #expect(back.contains("- ") && back.contains(child))
    #expect(recorder.diff(from: 1, to: 1) == "")
    #expect(recorder.diff(from: 0, to: 99) == nil)
    #expect(recorder.diff(from: 0, to: 3, maxLines: 2)?.split(separator: "\n").count == 3)
  }

  @Test func keepsTheTail() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .tail(3))
    for number in 1...5 { sheet.draft = number }
    #expect(recorder.records.map(\.id) == [3, 4, 5])
    for _ in 0..<9 { recorder.stepBack() }
    #expect(sheet.draft == 3)
    #expect(!recorder.restore(1))
  }

  @Test func keepsStatesThatAreApartInTime() async {
    let clock = TestClock()
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .timeDelta(.seconds(10)), clock: clock)
    for number in 1...6 {
      await clock.advance(by: .seconds(4))
      sheet.draft = number
    }
    #expect(recorder.records.map(\.time) == [.zero, .seconds(12), .seconds(24)])
    recorder.stepBack()
    #expect(sheet.draft == 3)
    recorder.stepBack()
    #expect(sheet.draft == 0)
  }

  @Test func statesThatAreApartByTheLeastTimeAreBothKept() async {
    let clock = TestClock()
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .timeDelta(.seconds(10)), clock: clock)
    for number in 1...4 {
      await clock.advance(by: .seconds(5))
      sheet.draft = number
    }
    #expect(recorder.records.map(\.time) == [.zero, .seconds(10), .seconds(20)])
  }

  @Test func leavesOutTheClosestOfTooMany() async {
    let clock = TestClock()
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .timeDelta(maxCount: 3), clock: clock)
    for (number, pause) in [(1, 10), (2, 1), (3, 10), (4, 5)] {
      await clock.advance(by: .seconds(pause))
      sheet.draft = number
    }
    #expect(recorder.records.map(\.id) == [0, 3, 4])
    recorder.stepBack()
    #expect(sheet.draft == 3)
  }

  @Test func aLimitBelowTheFirstAndTheLastStateIsRefused() async {
    await #expect(processExitsWith: .success) { _ = HistoryRetention.timeDelta(maxCount: 2) }
    await #expect(processExitsWith: .failure) { _ = HistoryRetention.timeDelta(maxCount: 1) }
  }

  @Test func letsGoOfWhatNoKeptStateHas() {
    let census = Census()
    let root = Branch(key: 0, census: census).withAnchor()
    var recorder: StateRecorder<Branch>? = StateRecorder(of: root, keeping: .tail(2))
    root.list.append(Branch(key: 1, census: census))
    root.list[0].single = Branch(key: 2, census: census)
    root.list = []
    #expect(census.objects == 3)
    root.value = 1
    #expect(census.objects == 1)
    root.list.append(Branch(key: 3, census: census))
    root.list = []
    #expect(census.objects == 2)
    recorder = nil
    #expect(census.objects == 1)
    withExtendedLifetime(recorder) {}
  }

  @Test func whatLeavesByARestorationComesBackWhole() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.sheets = [Sheet(1, sheets: [Sheet(2)])]
    let child = sheet.sheets[0]
    recorder.stepBack()
    #expect(!child.node.context.isLive)
    #expect(reports { recorder.stepForward() } == [])
    #expect(sheet.sheets.first?.isSameModel(as: child) == true)
    #expect(child.sheets.map(\.id) == [2])
  }

  @Test func whatARestorationTookComesBackWholeWhenItsStepIsThinnedOut() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .tail(3))
    sheet.sheets = [Sheet(1, sheets: [Sheet(2)])]
    let child = sheet.sheets[0]
    recorder.stepBack()
    // Two states: the one that had the child, left again, and this one. The first of all goes.
    sheet.text = "a"
    #expect(recorder.records.map(\.id) == [1, 2, 3])
    #expect(reports { recorder.restore(1) } == [])
    #expect(sheet.sheets.first?.isSameModel(as: child) == true)
    #expect(child.sheets.map(\.id) == [2])
  }

  @Test func whatAnObserverRemovedOfARestoredStateComesBackWhole() {
    let child = Sheet(1, sheets: [Sheet(2)])
    let sheet = Sheet(0, sheets: [child]).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.draft = 1
    let draft = Slot<Int>(uncheckedIndex: 1)
    let observation = sheet.node.context.observe(draft) { _ in sheet.sheets = [] }
    recorder.stepBack()
    observation.cancel()
    #expect((sheet.draft, sheet.sheets.count) == (0, 0))
    sheet.text = "a"
    #expect(recorder.records.map(\.id) == [0, 1, 2, 3])
    #expect(reports { recorder.restore(1) } == [])
    #expect(sheet.sheets.first?.isSameModel(as: child) == true)
    #expect(child.sheets.map(\.id) == [2])
  }

  @Test func whatObserversChangeOfARestoredStateIsPassedOver() {
    let sheet = Sheet(0).withAnchor()
    let follower = Sheet(1)
    sheet.sheets = [follower]
    let recorder = StateRecorder(of: sheet)
    for number in 1...3 { sheet.draft = number }
    let draft = Slot<Int>(uncheckedIndex: 1)
    let observation = sheet.node.context.observe(draft) { _ in follower.draft += 100 }
    recorder.stepBack()
    #expect((sheet.draft, follower.draft) == (2, 100))
    recorder.stepBack()
    #expect((sheet.draft, follower.draft) == (1, 100))
    recorder.stepBack()
    #expect((sheet.draft, follower.draft) == (0, 100))
    #expect(recorder.position == 0)
    #expect(recorder.records.count == 4)
    recorder.stepForward()
    #expect((sheet.draft, follower.draft) == (1, 100))
    // A change now makes a state behind all others, with the observer's additions.
    sheet.draft = 9
    #expect((sheet.draft, follower.draft) == (9, 200))
    #expect(recorder.records.map(\.id) == [0, 1, 2, 3, 4, 5, 6])
    observation.cancel()
    recorder.restore(3)
    #expect((sheet.draft, follower.draft) == (3, 0))
    recorder.restore(4)
    #expect((sheet.draft, follower.draft) == (1, 0))
    recorder.restore(5)
    #expect((sheet.draft, follower.draft) == (9, 100))
    recorder.restore(6)
    #expect((sheet.draft, follower.draft) == (9, 200))
  }

  @Test func aStateThatIsNotKeptIsReportedWhereItIsAskedFor() {
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet, keeping: .tail(2))
    for number in 1...3 { sheet.draft = number }
    let lines = Locked<[UInt]>([], rank: .leaf)
    let texts = reports {
      #expect(!recorder.restore(0))
      #expect(recorder.restore(2))
    }
    #expect(
      texts == [
        """
        State 0 of a Sheet was to be restored, and is not kept. Nothing is restored. States 2 to 3 are, as far \
        as they are in records; keep more with another HistoryRetention.
        """
      ]
    )
    let note: ReportSink.Handler = { report in lines.withLock { $0.append(report.callSite.line) } }
    let line = #line + 2 as UInt
    ReportSink.withHandler(note) {
      _ = recorder.restore(1)
    }
    #expect(lines.withLock { $0 } == [line])
  }

  @Test func endsWithoutATreeAndWhenStopped() {
    let texts = reports {
      let recorder = StateRecorder(of: Sheet(0))
      #expect(recorder.records.isEmpty)
      #expect(!recorder.stepBack() && !recorder.stepForward() && !recorder.restore(0))
    }
    #expect(texts.first?.contains("Nothing is recorded.") == true)
    let sheet = Sheet(0).withAnchor()
    let recorder = StateRecorder(of: sheet)
    sheet.draft = 1
    recorder.stop()
    sheet.draft = 2
    #expect(recorder.records.count == 2)
    #expect(!recorder.stepBack())
    #expect(sheet.draft == 2)
    #expect(recorder.diff(from: 0, to: 1)?.contains("draft: 1") == true)
  }

  @Test func undoAndRecorderWorkSideBySide() {
    let (sheet, stack) = undoable()
    let recorder = StateRecorder(of: sheet)
    sheet.sheets.append(Sheet(1))
    let child = sheet.sheets[0]
    child.sheets.append(Sheet(2))
    stack.undo()
    stack.undo()
    #expect(recorder.records.count == 5)
    recorder.restore(2)
    #expect(child.sheets.map(\.id) == [2])
    #expect(child.node.context.isLive)
    stack.undo()
    #expect(sheet.sheets.isEmpty)
  }
}

import Strata
import Testing

/// Properties with observers, changed in place.
@Model struct Meter {
  let log: Log
  var total = 0 {
    willSet { if newValue != total + 1 { log.add("will \(total) -> \(newValue)") } }
    didSet { if total < oldValue { log.add("fell") } }
  }
  var simple = 0 {
    didSet { if simple < 0 { simple = 0 } }
  }
  var names: [String] = [] {
    willSet { log.add("will \(names.count) -> \(newValue.count)") }
    didSet { log.add("did \(oldValue.count) -> \(names.count)") }
  }
  var rows: [CountModel] = [] {
    didSet { log.add("rows \(oldValue.count) -> \(rows.count)") }
  }
  var list: IdentifiedArrayOf<Attendee> = [] {
    didSet { log.add("list \(list.count)") }
  }
  var former: IdentifiedArrayOf<Attendee> = [] {
    didSet { log.add("former \(oldValue.count)") }
  }
  var overwritten = 0 {
    willSet {
      overwritten = 99
      overwritten += 1
      log.add("\(overwritten)")
    }
  }
  var child: Attendee?
}

@Model struct Gauge {
  let log: Log
  var level = 0 {
    willSet { log.add("will") }
    didSet { log.add("did") }
  }
  var simple = 0 {
    didSet { log.add("simple") }
  }
}

@Model struct Panel {
  var gauge: Gauge?
}

struct Interrupted: Error {}

extension [String] {
  fileprivate mutating func appendAndFail(_ name: String) throws {
    append(name)
    throw Interrupted()
  }
}

@Suite struct ObservedInPlaceTests {
  private let log = Log()
  private var meter: Meter { Meter(log: log) }

  /// Calls a closure on four tasks at once.
  private func change(each rounds: Int, _ body: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<rounds { body() } } }
    }
  }

  @Test func noUpdateIsLostBetweenThreads() async {
    let meter = meter.withAnchor()
    await change(each: 10_000) { meter.total += 1 }
    #expect(meter.total == 40_000)
    // Every `willSet` saw the value that its change was made of.
    #expect(log.entries == [])
  }

  @Test func noUpdateIsLostWhereTheObserverAsksForNothing() async {
    let meter = meter.withAnchor()
    await change(each: 10_000) { meter.simple += 1 }
    #expect(meter.simple == 40_000)
  }

  @Test func noElementIsLostBetweenThreads() async {
    let meter = meter.withAnchor()
    await change(each: 500) { meter.names.append("a") }
    #expect(meter.names.count == 2_000)
    #expect(log.entries.count == 4_000)
  }

  @Test func noChildIsLostBetweenThreads() async {
    let meter = meter.withAnchor()
    await change(each: 50) { meter.rows.append(CountModel()) }
    #expect(meter.rows.count == 200)
    #expect(meter.rows.allSatisfy { $0.node.context.isLive })
  }

  @Test func theFormerValueIsThereUntilWillSetHasReturned() {
    let meter = meter.withAnchor()
    meter.names.append("a")
    meter.names += ["b", "c"]
    #expect(log.entries == ["will 0 -> 1", "did 0 -> 1", "will 1 -> 3", "did 1 -> 3"])
  }

  @Test func aChangeThatThrowsIsObserved() {
    let meter = meter.withAnchor()
    #expect(throws: Interrupted.self) { try meter.names.appendAndFail("a") }
    #expect(meter.names == ["a"])
    #expect(log.entries == ["will 0 -> 1", "did 0 -> 1"])
  }

  @Test func whatWillSetAssignsIsOverwrittenAndCallsNoObserver() {
    let meter = meter
    meter.overwritten += 2
    #expect(meter.overwritten == 2)
    meter.overwritten = 5
    #expect(meter.overwritten == 5)
    #expect(log.entries == ["0", "2"])
  }

  @Test func childrenChangedInPlaceJoinAndLeave() {
    let meter = meter.withAnchor()
    meter.rows.append(CountModel())
    let row = meter.rows[0]
    #expect(row.node.context.isLive)
    meter.rows.removeLast()
    #expect(!row.node.context.isLive)
    meter.list.append(Attendee(id: 1))
    #expect(meter.list[0].node.context.isLive)
    #expect(log.entries == ["rows 0 -> 1", "rows 1 -> 0", "list 1"])
  }

  @Test func anIdentifiedArrayWhoseFormerValueIsAskedForKeepsItsModels() {
    let meter = meter.withAnchor()
    let people = (0..<4).map { Attendee(id: $0) }
    meter.former = IdentifiedArray(uniqueElements: people[..<2])
    meter.former.append(people[2])
    meter.former.remove(id: 0)
    meter.former[0] = people[3]
    #expect(people.map(\.node.context.isLive) == [false, false, true, true])
    #expect(meter.former.map(\.id) == [3, 2])
    #expect(log.entries == ["former 0", "former 2", "former 3", "former 2"])
  }

  @Test func changesInATransactionAreObservedOneByOne() {
    let meter = meter.withAnchor()
    let notices = Changes { _ = meter.names }
    meter.node.transaction {
      meter.names.append("a")
      meter.names.append("b")
    }
    #expect(log.entries == ["will 0 -> 1", "did 0 -> 1", "will 1 -> 2", "did 1 -> 2"])
    #expect(notices.count == 1)
  }

  @Test func aWriteThatIsRefusedCallsNoObserver() {
    let panel = Panel(gauge: Gauge(log: log)).withAnchor()
    guard let gauge = panel.gauge else {
      Issue.record("no gauge")
      return
    }
    panel.gauge = nil
    let reports = Log()
    ReportSink.withHandler { report in
      reports.add(report.message)
    } operation: {
      gauge.level = 1
      gauge.level += 1
      gauge.simple = 1
      gauge.simple += 1
    }
    #expect(log.entries == [])
    #expect(reports.entries.count == 1)
  }

  @Test func keyPathsWriteThroughTheObservers() {
    let gauge = Gauge(log: log)
    let path = \Gauge.level
    gauge[keyPath: path] = 3
    gauge[keyPath: path] += 1
    #expect(gauge.level == 4)
    #expect(log.entries == ["will", "did", "will", "did"])
  }

  @Test func inATransactionAChangeAndWhatItsObserverPutsRightAreOneStepToUndo() {
    let undo = ModelUndoStack()
    let (meter, anchor) = Meter(log: Log()).returningAnchor { $0.undoSystem.backend = undo }
    meter.node.trackUndo()
    meter.simple = 5
    meter.node.transaction { meter.simple = -1 }
    #expect(meter.simple == 0)
    undo.undo()
    #expect(meter.simple == 5)
    undo.redo()
    #expect(meter.simple == 0)
    withExtendedLifetime(anchor) {}
  }
}

import Strata
@_spi(Strata) import StrataConcurrency
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Gauge {
  var count = 0
  var text = ""
  var list: [Int] = []
}

@Model private struct Panel {
  enum Event: Equatable, Sendable { case pressed }
  var gauge = Gauge()
  var presses = 0

  func onActivate() {
    node.forEach(node.event(of: Event.pressed, fromType: Panel.self)) { _ in presses += 1 }
    node.onChange(of: gauge.count, initial: false) { _, _ in }
  }

  func press() { node.send(Event.pressed, to: .self) }
  func rest() { node.task("rest") {} }
}

private func writes(_ recording: Recording) -> [RecordedWrite] {
  RecordingContents(recording.bytes).records.compactMap { record in
    if case .write(let write) = record { write } else { nil }
  }
}

private func rounds(_ recording: Recording) -> [RecordedRound] {
  RecordingContents(recording.bytes).records.compactMap { record in
    if case .round(let round) = record { round } else { nil }
  }
}

@Suite struct WriteLineTests {
  @Test(
    "A write has the value before, whatever its length, and replaces it",
    arguments: [true, false]
  )
  func oldValues(keepsOldValues: Bool) {
    let recording = Recording(limits: RecordingLimits(keepsOldValues: keepsOldValues))
    let gauge = recording.observe { Gauge().withAnchor() }
    let long = String(repeating: "long ", count: 10)
    for text in ["a", long, "b", "c"] { gauge.text = text }
    gauge.count = 1
    gauge.list = [1]
    recording.stop()
    let found = writes(recording)
    let olds: [JSONValue?] = ["", "a", .string(long), "b", 0, []]
    #expect(found.map(\.old) == (keepsOldValues ? olds : olds.map { _ in JSONValue?.none }))
    for write in found.dropLast() {
      guard case .replace? = write.patch.operations.first else {
        Issue.record("\(write)")
        continue
      }
    }
    #expect(found.last?.patch.operations == [.add(path: "/\(found[0].node)/list/0", value: 1)])
    #expect(found.allSatisfy { !$0.isPrivate })
  }

  @Test(
    "A write without a cause has none, and one with a cause has it, also behind dropped records"
  )
  func causes() {
    let recording = Recording(limits: RecordingLimits(records: 100))
    let gauge = recording.observe { Gauge().withAnchor() }
    gauge.count = -1
    #expect(!recording.text.contains("\"cause\":0"))
    #expect(writes(recording).map(\.cause) == [nil])
    withCause("press") { for number in 0..<200 { gauge.count = number } }
    recording.stop()
    var known: Set<Int> = []
    for record in RecordingContents(recording.bytes).records {
      if case .cause(let cause) = record { known.insert(cause.id) }
      if case .write(let write) = record { #expect(write.cause.map(known.contains) == true) }
    }
    #expect(!known.isEmpty)
  }

  @Test("Each write has a round of its own, and no time goes back")
  func times() {
    let recording = Recording()
    let gauge = recording.observe { Gauge().withAnchor() }
    let listener = gauge.modelNode.context.recordChanges(at: .thisLine()) { _ in }
    for number in 1...20 { withCause("press") { gauge.count = number } }
    listener.cancel()
    for number in 1...20 { gauge.count = -number }
    recording.stop()
    let (writes, rounds) = (writes(recording), rounds(recording))
    #expect(writes.count == 40 && rounds.count == 40)
    #expect(zip(writes, rounds).allSatisfy { $0.commit == $1.commit })
    #expect(rounds.allSatisfy { !$0.isTransaction && $0.writes == 1 })
    let times = writes.map(\.time)
    #expect(times == times.sorted())
  }

  @Test("A round of several writes is a transaction; one of one write is none")
  func transactions() {
    let recording = Recording()
    let gauge = recording.observe { Gauge().withAnchor() }
    gauge.list = [1]
    gauge.node.transaction {
      gauge.count = 1
      gauge.text = "a"
    }
    recording.stop()
    #expect(rounds(recording).map(\.isTransaction) == [false, true])
    #expect(rounds(recording).map(\.writes) == [1, 2])
  }

  /// How a tree is written while another one is idle.
  enum Way: CaseIterable, Sendable {
    case plain
    case observed
    case listened
    case encoded
    case transaction
  }

  private func write(_ number: Int, to gauge: Gauge, _ way: Way) {
    switch way {
    case .plain, .observed, .listened: gauge.count = number
    case .encoded: gauge.list = [number]
    case .transaction:
      gauge.node.transaction {
        gauge.count = number
        gauge.text = "\(number)"
      }
    }
  }

  @Test(
    "A recording that has just dropped records leads to the state of the program",
    arguments: Way.allCases
  )
  func eachMoment(way: Way) {
    let recording = Recording(limits: RecordingLimits(records: 100))
    let panel = recording.observe { Panel().withAnchor() }
    let gauge = way == .observed ? panel.gauge : recording.observe { Gauge().withAnchor() }
    var listener: (any Cancellable)?
    if way == .listened {
      listener = gauge.modelNode.context.recordChanges(at: .thisLine()) { _ in }
    }
    let id = "\(gauge.modelNode.context.id.rawValue)"
    for number in 1...120 {
      write(number, to: gauge, way)
      let state = RecordingState(RecordingContents(recording.bytes).records)
      let node = state.trees.values.compactMap { $0.nodes[id] }.first
      let expected: JSONValue = way == .encoded ? [JSONValue(number)] : JSONValue(number)
      #expect(node?[way == .encoded ? "list" : "count"] == expected)
    }
    listener?.cancel()
    withExtendedLifetime(panel) {}
  }

  @Test(
    "A tree that is idle has its state in each new part, however another one fills it",
    arguments: Way.allCases
  )
  func idleTrees(way: Way) {
    let recording = Recording(limits: RecordingLimits(records: 100))
    let idle = recording.observe { Gauge(count: 86).withAnchor() }
    let panel = recording.observe { Panel().withAnchor() }
    let gauge = way == .observed ? panel.gauge : recording.observe { Gauge().withAnchor() }
    var listener: (any Cancellable)?
    if way == .listened {
      listener = gauge.modelNode.context.recordChanges(at: .thisLine()) { _ in }
    }
    for number in 1...400 {
      write(number, to: gauge, way)
      guard number % 50 == 0 else { continue }
      let state = RecordingState(RecordingContents(recording.bytes).records)
      #expect(state.trees[1].flatMap { $0.nodes[$0.root]?["count"] } == 86)
    }
    recording.stop()
    guard case .end(let end)? = RecordingContents(recording.bytes).records.last else {
      return #expect(Bool(false))
    }
    #expect(end.dropped > 0)
    listener?.cancel()
    withExtendedLifetime(idle) {}
  }

  @Test("A tree that is followed has its rounds, events and tasks, once")
  func following() async {
    let panel = Panel().withAnchor()
    let recording = Recording()
    recording.follow(panel.modelNode.context)
    recording.follow(panel.gauge.modelNode.context)
    panel.gauge.count = 1
    panel.press()
    panel.rest()
    while !recording.text.contains(#""phase":"ended""#) { await Task.yield() }
    recording.stop()
    panel.gauge.count = 2
    let records = RecordingContents(recording.bytes).records
    let told = rounds(recording).filter { $0.notified > 0 }
    #expect(told.first?.observers?.count == 1)
    #expect(writes(recording).filter { $0.name == "count" }.count == 1)
    #expect(records.count { if case .tree = $0 { true } else { false } } == 1)
    #expect(records.count { if case .event = $0 { true } else { false } } == 1)
    let began = records.count {
      if case .task(let task) = $0 { task.phase == .began && task.name == "rest" } else { false }
    }
    #expect(began == 1)
  }
}

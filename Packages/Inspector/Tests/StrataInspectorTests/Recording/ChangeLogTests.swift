import Foundation
import Strata
import StrataConcurrency
@_spi(Strata) import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Lamp {
  var level = 0
  var text = ""
  var parts: [Lamp] = []
}

/// A file that is removed with the test.
private final class Scratch {
  let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString).jsonl"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var lines: [String] {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}

private func change(
  of context: Context,
  _ value: JSONValue,
  after old: JSONValue? = nil,
  round: UInt64 = 1
) -> RecordedChangeLog.PropertyChange {
  RecordedChangeLog.PropertyChange(
    id: context.id.rawValue,
    slot: 0,
    name: "level",
    value: value,
    old: old,
    children: nil,
    joined: [],
    round: round,
    cause: nil
  )
}

/// The records that a change log keeps in memory.
private func records(_ changeLog: RecordedChangeLog) -> [RecordingRecord] {
  RecordingContents(changeLog.keptRecords.bytes).records
}

@Suite struct ChangeLogTests {
  private let lamp = Lamp().withAnchor()
  private var context: Context { lamp.modelNode.context }
  private var root: UInt64 { context.id.rawValue }

  /// A change log of the lamp's tree, whose state is written.
  private func begun(_ limits: RecordingLimits = RecordingLimits()) -> RecordedChangeLog {
    var changeLog = RecordedChangeLog(limits, sink: .memory)
    _ = changeLog.begin(context, at: nil)
    addState(of: context, to: &changeLog)
    return changeLog
  }

  private func addState(of context: Context, to changeLog: inout RecordedChangeLog) {
    let root = context.id.rawValue
    let image = NodeImage(id: root, kind: "Lamp", identity: nil, owner: nil)
    changeLog.addState(root, [image], version: changeLog.versionForState(root) ?? -1)
  }

  @Test("A tree is recorded once, and not after the end")
  func beginning() {
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .memory)
    let isNew = changeLog.begin(context, at: nil)
    let isNewAgain = changeLog.begin(context, at: nil)
    #expect(isNew && !isNewAgain)
    let other = Lamp().withAnchor()
    let (ended, endedAgain) = (changeLog.stop(), changeLog.stop())
    #expect(ended?.isEmpty == true && endedAgain == nil)
    let isNewLate = changeLog.begin(other.modelNode.context, at: nil)
    #expect(!isNewLate)
    let ends = records(changeLog).filter { if case .end = $0 { true } else { false } }
    #expect(ends.count == 1)
  }

  @Test("What gives a tree's changes is kept as long as the tree and the recording live")
  func keeping() {
    var changeLog = begun()
    let isKeptOfOther = changeLog.keep([Subscription {}], of: root + 1)
    let isKept = changeLog.keep([Subscription {}], of: root)
    #expect(isKept && !isKeptOfOther)
    let (ended, endedAgain) = (changeLog.end(root), changeLog.end(root))
    #expect(ended.count == 1 && endedAgain.isEmpty)
    let isKeptOfEnded = changeLog.keep([Subscription {}], of: root)
    #expect(!isKeptOfEnded)
    var stopped = begun()
    let isKeptEarly = stopped.keep([Subscription {}], of: root)
    let taken = stopped.stop()
    let isKeptLate = stopped.keep([Subscription {}], of: root)
    #expect(isKeptEarly && taken?.count == 1 && !isKeptLate)
  }

  @Test("A change is left out of a tree that is not recorded, and waits for a state that is due")
  func changes() {
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .memory)
    let isDone = changeLog.add(change(of: context, 1), in: root)
    _ = changeLog.begin(context, at: nil)
    let isWritten = changeLog.add(change(of: context, 1), in: root)
    #expect(isDone && !isWritten)
    addState(of: context, to: &changeLog)
    let isWrittenLater = changeLog.add(change(of: context, 1), in: root)
    let writes = records(changeLog).filter { if case .write = $0 { true } else { false } }
    #expect(isWrittenLater && writes.count == 1)
    _ = changeLog.stop()
    let isDoneLate = changeLog.add(change(of: context, 2), in: root)
    #expect(isDoneLate)
  }

  @Test("A change that finds the state of its tree due stands behind that state")
  func changeBehindState() throws {
    let recording = Recording()
    let lamp = recording.observe { Lamp().withAnchor() }
    let context = lamp.modelNode.context
    recording.changeLog.withLock { $0.beginSession() }
    recording.add(change(of: context, 1, after: 0), in: context)
    let types = RecordingContents(recording.bytes).records.compactMap { $0.json["type"]?.text }
    #expect(types.filter { $0 != "report" } == ["header", "dropped", "tree", "state", "write"])
  }

  @Test("A change that comes too late counts as dropped, while the recording runs")
  func lateChanges() {
    var changeLog = begun()
    changeLog.drop()
    _ = changeLog.stop()
    changeLog.drop()
    let kept = records(changeLog)
    guard case .dropped(let gap)? = kept.first, case .end(let end)? = kept.last else {
      return #expect(Bool(false))
    }
    #expect(gap.count == 1 && end.dropped == 1 && changeLog.lines.dropped == 1)
  }

  @Test("The end of a write that nobody observes has the time of the write, or of what follows it")
  func endTimes() {
    var changeLog = begun()
    func write(_ value: Int, _ changeLog: inout RecordedChangeLog) -> Bool {
      let plain = PlainChange(
        node: root,
        kind: context.layout,
        slot: 0,
        value: PlainValue(value),
        old: PlainValue(value - 1),
        round: UInt64(value),
        cause: nil
      )
      return changeLog.add(plain, in: root)
    }
    let isWritten = write(1, &changeLog)
    _ = changeLog.endWrite(1, nil, in: root)
    let times = records(changeLog).suffix(2).map(\.time)
    #expect(isWritten && times.count == 2 && times[0] == times[1])
    let isWrittenAgain = write(2, &changeLog)
    changeLog.reject("between")
    _ = changeLog.endWrite(2, nil, in: root)
    let later = records(changeLog).suffix(2).compactMap(\.time)
    #expect(isWrittenAgain && later.count == 2 && later[0] <= later[1])
  }

  @Test("Of a tree that is not recorded no context is hidden, and its writes end nothing")
  func unknownTrees() {
    var changeLog = begun()
    let isDue = changeLog.endWrite(1, nil, in: root + 1)
    #expect(!isDue && changeLog.versionForState(root + 1) == nil)
    #expect(!changeLog.hides(root, attachedTo: nil, in: root + 1))
    #expect(!changeLog.hides(root, attachedTo: nil, in: root))
  }

  @Test("A hidden context hides what is attached to it, unless it is known")
  func hiding() {
    let changeLog = begun()
    let (hidden, attached) = (root + 1_000, root + 1_001)
    changeLog.hide([hidden], in: root)
    #expect(changeLog.hides(hidden, attachedTo: nil, in: root))
    #expect(changeLog.hides(attached, attachedTo: hidden, in: root))
    #expect(!changeLog.hides(attached, attachedTo: nil, in: root))
    #expect(!changeLog.hides(attached, attachedTo: root, in: root))
    changeLog.hide([root], in: root)
    #expect(!changeLog.hides(root, attachedTo: nil, in: root))
    #expect(!changeLog.hides(attached, attachedTo: root, in: root))
  }

  @Test("A state hides the contexts of its private properties")
  func hidingByState() {
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .memory)
    _ = changeLog.begin(context, at: nil)
    var image = NodeImage(id: root, kind: "Lamp", identity: nil, owner: nil)
    image.hidden = [root + 1_000]
    changeLog.addState(root, [image], version: changeLog.versionForState(root) ?? -1)
    #expect(changeLog.hides(root + 1_000, attachedTo: nil, in: root))
    #expect(!changeLog.hides(root + 1_001, attachedTo: nil, in: root))
  }

  @Test("A change of a private property hides the contexts that the property has now")
  func hidingByChange() {
    var changeLog = begun()
    var change = change(of: context, ImageReader.privateValue)
    change.hidden = [root + 1_000]
    let isWritten = changeLog.add(change, in: root)
    #expect(isWritten && changeLog.hides(root + 1_000, attachedTo: nil, in: root))
    #expect(!changeLog.hides(root + 1_001, attachedTo: nil, in: root))
  }

  @Test("A part is full at half of the limit, and then the states of all trees are due")
  func parts() {
    var changeLog = begun(RecordingLimits(records: 100))
    let other = Lamp().withAnchor().modelNode.context
    _ = changeLog.begin(other, at: nil)
    addState(of: other, to: &changeLog)
    #expect(changeLog.rootsWithoutState.isEmpty)
    while changeLog.lines.count < 49 { changeLog.reject("full") }
    let isFullEarly = changeLog.beginPartIfFull()
    changeLog.reject("full")
    let (isFull, isFullAgain) = (changeLog.beginPartIfFull(), changeLog.beginPartIfFull())
    #expect(!isFullEarly && isFull && !isFullAgain)
    #expect(changeLog.otherRoots(than: root).map(\.id) == [other.id])
    #expect(changeLog.rootsWithoutState.count == 2)
    addState(of: other, to: &changeLog)
    #expect(changeLog.otherRoots(than: root).isEmpty)
    #expect(changeLog.otherRoots(than: other.id.rawValue).map(\.id) == [context.id])
    while changeLog.lines.count < 200, !changeLog.lines.isPartFull { changeLog.reject("full") }
    _ = changeLog.stop()
    let isFullLate = changeLog.beginPartIfFull()
    #expect(changeLog.lines.isPartFull && !isFullLate)
  }

  @Test("A session that begins again drops what was not sent, and counts it")
  func sessions() {
    let bell = LiveQueueBell()
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .live(bell))
    _ = changeLog.begin(context, at: nil)
    changeLog.reject("lost")
    changeLog.beginSession()
    let kept = records(changeLog)
    guard case .dropped(let gap)? = kept.first else { return #expect(Bool(false)) }
    #expect(gap.count == 2 && gap.bytes > 0 && kept.count == 2)
    _ = changeLog.takeRecords(1 << 20)
    let left = changeLog.takeRecords(1 << 20)
    #expect(!changeLog.hasLines && left.bytes.isEmpty)
    _ = changeLog.stop()
    changeLog.beginSession()
    #expect(records(changeLog).allSatisfy { if case .end = $0 { true } else { false } })
  }

  @Test("A file has as many bytes as the limit says, and ends with the first line beyond it")
  func fileLimit() throws {
    let scratch = Scratch()
    let limits = RecordingLimits(bytes: 64 << 10)
    var changeLog = RecordedChangeLog(limits, sink: .file(try RecordingFile(scratch.path)))
    func record(_ length: Int) -> RecordingRecord {
      .rejected(
        RecordedRejection(time: 0, message: String(repeating: "x", count: length))
      )
    }
    let size = record(0).line.count
    changeLog.add(record(limits.bytes - size))
    #expect(!changeLog.isStopped)
    changeLog.add(record(0))
    #expect(changeLog.isStopped)
    _ = changeLog.stop()
    #expect(scratch.lines.count == 2 && scratch.lines.last?.contains(#""type":"end""#) == true)
    #expect(scratch.lines.last?.contains(#""records":1,"#) == true)
  }

  @Test("A recording says what bounds it: in memory records and bytes, in a file bytes alone")
  func boundsInHeaders() throws {
    let scratch = Scratch()
    let limits = RecordingLimits(records: 500, bytes: 1 << 20, textBytes: 64)
    let recordings = [
      Recording(limits: limits), try Recording(toFile: scratch.path, limits: limits),
    ]
    let headers = recordings.compactMap { recording -> RecordedHeader? in
      let records = RecordingContents(recording.bytes).records
      return if case .header(let header)? = records.first { header } else { nil }
    }
    #expect(headers.map(\.recordLimit) == [500, nil])
    #expect(headers.map(\.byteLimit) == [1 << 20, 1 << 20])
    #expect(headers.map(\.textLimit) == [64, 64])
  }

  #if os(Linux)
  @Test("A file that has not taken a line gets no other")
  func failedFile() throws {
    // The kernel takes nothing but a number there.
    let file = try RecordingFile("/proc/self/oom_score_adj")
    let isWritten = file.write(Array("a line".utf8))
    let isWrittenLater = file.write(Array("1000".utf8))
    #expect(!isWritten && !isWrittenLater)
  }
  #endif

  @Test("A file has each line once, and its end counts them")
  func fileLines() throws {
    let scratch = Scratch()
    let recording = try Recording(toFile: scratch.path)
    let lamp = recording.observe { Lamp().withAnchor() }
    for level in 1...5 { lamp.level = level }
    lamp.parts = [Lamp()]
    recording.stop()
    let records = RecordingContents(Data(scratch.lines.joined(separator: "\n").utf8)).records
    let writes = records.compactMap { if case .write(let write) = $0 { write } else { nil } }
    #expect(writes.map(\.name) == ["level", "level", "level", "level", "level", "parts"])
    #expect(writes.map(\.commit) == Array(1...6))
    guard case .end(let end)? = records.last else { return #expect(Bool(false)) }
    // Without the header and the end.
    #expect(end.records == records.count - 2)
    withExtendedLifetime(lamp) {}
  }
}

@Suite struct RecordedCausesTests {
  private func cause(_ name: String) -> Cause {
    Cause(.call, name: name, at: CallSite(fileID: "A", filePath: "A", line: 1, column: 1))
  }

  @Test("A cause that was written is known, and its step is written once")
  func known() {
    var causes = RecordedCauses()
    let (one, same, other) = (cause("a"), cause("a"), cause("b"))
    func known() -> [Int?] { [one, same, other].map { causes.known($0) } }
    #expect(known() == [nil, nil, nil])
    let first = causes.number(of: one)
    #expect(first.0 == 1 && first.1.map(\.id) == [1])
    #expect(known() == [1, nil, nil])
    // Another call of the same line is the same step.
    let second = causes.number(of: same)
    #expect(second.0 == 1 && second.1.isEmpty)
    #expect(known() == [1, 1, nil])
    let third = causes.number(of: other)
    #expect(third.0 == 2 && third.1.map(\.id) == [2])
    #expect(known() == [1, 1, 2])
    causes.removeAll()
    #expect(known() == [nil, nil, nil])
    let again = causes.number(of: one)
    #expect(again.1.map(\.id) == [3])
  }

  @Test("A cause stays known until 64 others have followed")
  func recent() {
    var causes = RecordedCauses()
    let found = (0...64).map { _ in cause("a") }
    for one in found.prefix(64) { _ = causes.number(of: one) }
    let early = found.prefix(64).map { causes.known($0) }
    #expect(early == [Int?](repeating: 1, count: 64))
    _ = causes.number(of: found[64])
    let (oldest, newest) = (causes.known(found[0]), causes.known(found[64]))
    #expect(oldest == nil && newest == 1)
  }
}

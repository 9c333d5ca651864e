import Foundation
import Strata
import StrataCore
import Synchronization
import Testing

@testable import StrataInspector

@Model private struct Line: Identifiable {
  let id: Int
  var text = ""
  var numbers: [Int] = []
}

@Model private struct Page {
  var title = "first"
  var password = "hunter2-old"
  var lines: [Line] = []
  var pick: Line?

  func load() {
    node.task("load") { title = "loaded" }
  }
}

@Model private struct Vault {
  @Unrecorded var secret = "hunter2-old"
  @Unrecorded var codes = [4_711_000]
  @Unrecorded var parts: [Line] = []
}

private struct Address: Equatable {
  var city = ""
}

private struct Login: Equatable {
  var name = ""
  var password = ""
  var address = Address()
  var initials: String { String(name.prefix(1)) }
}

@Model private struct Session {
  var login = Login()
}

/// Calls a closure when it is encoded.
private struct Encoded: Encodable, Sendable {
  let body: @Sendable () -> Void

  func encode(to encoder: any Encoder) throws { body() }
}

@Model private struct Bell {
  func ring(_ event: Encoded) { node.send(event, to: .self) }
}

/// The state of a tree as a recording has it, read from the program itself by other means.
private func expected(_ page: Page) -> JSONValue {
  .object([
    "title": .string(page.title),
    "lines": .array(
      page.lines.map { line in
        .object([
          "id": .integer(Int64(line.id)), "text": .string(line.text),
          "numbers": .array(line.numbers.map { .integer(Int64($0)) }),
        ])
      }
    ),
    "pick": page.pick.map { .integer(Int64($0.id)) } ?? .null,
  ])
}

/// The same from a recording: references are followed.
private func recorded(_ state: RecordingState, tree: Int = 1) -> JSONValue? {
  guard let tree = state.trees[tree], let root = tree.nodes[tree.root] else { return nil }
  let lines = root["lines"]?.elements?.map { reference -> JSONValue in
    guard let name = reference["$ref"]?.text, let node = tree.nodes[name] else { return .null }
    return .object([
      "id": .integer(Int64(node["$id"]?.text ?? "") ?? -1), "text": node["text"] ?? .null,
      "numbers": node["numbers"] ?? .null,
    ])
  }
  let pick = root["pick"]?["$ref"]?.text.flatMap { tree.nodes[$0]?["$id"]?.text }
  return .object([
    "title": root["title"] ?? .null, "lines": .array(lines ?? []),
    "pick": pick.flatMap { Int64($0) }.map { .integer($0) } ?? .null,
  ])
}

private func contents(_ recording: Recording) -> RecordingContents {
  RecordingContents(recording.bytes)
}

@Suite struct RecordingTests {
  @Test("Writes stand with their causes, in order, and lead to the last state")
  func writes() async {
    let recording = Recording(program: "test")
    let page = recording.observe { Page().withAnchor() }
    page.title = "second"
    page.lines.append(Line(id: 1))
    page.lines[0].text = "hello"
    recording.mark("clicked Save")
    recording.stop()
    let contents = contents(recording)
    #expect(contents.problems.isEmpty && contents.unknownCount == 0 && !contents.isTruncated)
    #expect(recorded(RecordingState(contents.records)) == expected(page))
    let writes = contents.records.compactMap { record -> String? in
      guard case .write(let write) = record else { return nil }
      return write.name
    }
    #expect(writes == ["title", "lines", "text"])
    guard case .end(let end)? = contents.records.last else { return #expect(Bool(false)) }
    #expect(end.dropped == 0 && end.records == contents.records.count - 2)
  }

  @Test("Random operations: the patches lead from the first state to the last", arguments: 1...12)
  func randomOperations(seed: Int) {
    var random = Random(seed: UInt64(seed))
    let recording = Recording()
    let page = recording.observe { Page().withAnchor() }
    for step in 0..<120 {
      change(page, step, &random)
      guard step % 20 == 0 else { continue }
      let contents = contents(recording)
      #expect(contents.problems.isEmpty)
      #expect(recorded(RecordingState(contents.records)) == expected(page), "step \(step)")
    }
    recording.stop()
    let state = RecordingState(contents(recording).records)
    #expect(recorded(state) == expected(page))
    let living = page.lines.count + (page.pick == nil ? 0 : 1) + 1
    #expect(state.trees[1]?.nodes.count == living)
  }

  private func change(_ page: Page, _ step: Int, _ random: inout Random) {
    let lines = page.lines
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: page.lines.append(Line(id: step, numbers: [step, step]))
    case 2: if !lines.isEmpty { page.lines.remove(at: .random(in: lines.indices, using: &random)) }
    case 3: lines.randomElement(using: &random)?.text += "\(step)"
    case 4: lines.randomElement(using: &random)?.numbers.append(step)
    case 5: page.pick = page.pick == nil ? Line(id: -step) : nil
    case 6: page.lines.shuffle(using: &random)
    case 7:
      page.node.transaction {
        page.title = "t\(step)"
        lines.randomElement(using: &random)?.numbers.shuffle()
        page.lines.insert(Line(id: step), at: 0)
      }
    default: lines.randomElement(using: &random)?.numbers = []
    }
  }

  @Test("Four threads write: the recording ends in the state of the program")
  func threads() async {
    let recording = Recording()
    let page = recording.observe { Page(lines: (0..<4).map { Line(id: $0) }).withAnchor() }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        group.addTask {
          for step in 0..<200 {
            page.lines[index].numbers.append(step)
            if step % 10 == 0 { page.title = "\(index).\(step)" }
          }
        }
      }
    }
    recording.stop()
    let contents = contents(recording)
    #expect(contents.problems.isEmpty)
    #expect(recorded(RecordingState(contents.records)) == expected(page))
  }

  @Test("What an unrecorded property has had is nowhere in the bytes, and its changes are")
  func unrecorded() {
    let recording = Recording(limits: RecordingLimits(keepsOldValues: true))
    let vault = recording.observe { Vault().withAnchor() }
    vault.secret = "hunter2-new"
    vault.secret = "hunter2, and longer than a plain value may be"
    vault.codes.append(4_711_001)
    vault.parts = [Line(id: 1, text: "hunter2-line")]
    vault.parts[0].text = "hunter2, in a model of the property"
    vault.parts[0].numbers = [4_711_002]
    vault.node.transaction { vault.secret = "hunter2-last" }
    recording.stop()
    let text = recording.text
    #expect(!text.contains("hunter2") && !text.contains("471100"))
    let writes = contents(recording).records.compactMap { record -> RecordedWrite? in
      if case .write(let write) = record { write } else { nil }
    }
    #expect(
      writes.filter(\.isPrivate).map(\.name) == ["secret", "secret", "codes", "parts", "secret"]
    )
    guard case .end(let end)? = contents(recording).records.last else {
      return #expect(Bool(false))
    }
    #expect(end.privates == 5)
  }

  @Test("A key path of a stored property names it; other paths have no name")
  func hidingByKeyPath() {
    var limits = RecordingLimits()
    limits.hide(\Login.password)
    limits.hide(\Login.address.city)
    #expect(limits.privateProperties == ["Login.password", "city"])
    #expect(RecordingLimits.name(of: \Login.initials) == nil)
    #expect(RecordingLimits.name(of: \[Int].[0]) == nil)
    let recording = Recording(limits: limits)
    let session = recording.observe { Session().withAnchor() }
    session.login = Login(name: "Blob", password: "hunter2", address: Address(city: "Secretville"))
    #expect(recording.text.contains("Blob"))
    #expect(!recording.text.contains("hunter2") && !recording.text.contains("Secretville"))
  }

  @Test("What a private property has had is nowhere in the bytes")
  func privacy() {
    let limits = RecordingLimits(
      keepsOldValues: true,
      privateProperties: ["Page.password", "text"]
    )
    let recording = Recording(limits: limits)
    let page = recording.observe { Page(lines: [Line(id: 1, text: "hunter2-a")]).withAnchor() }
    page.password = "hunter2-new"
    page.lines.append(Line(id: 2, text: "hunter2-b"))
    page.lines[0].text = "hunter2-c"
    recording.stop()
    #expect(!recording.text.contains("hunter2"))
    let writes = contents(recording).records.compactMap { record -> RecordedWrite? in
      guard case .write(let write) = record, write.isPrivate else { return nil }
      return write
    }
    #expect(writes.map(\.name) == ["password", "text"])
    #expect(recording.text.contains(#""private":2"#))
  }

  @Test("A bounded recording drops the oldest, says so, and still leads to the last state")
  func bounds() {
    let recording = Recording(limits: RecordingLimits(records: 200))
    let page = recording.observe { Page(lines: [Line(id: 1)]).withAnchor() }
    for step in 0..<2_000 {
      page.lines[0].numbers = [step]
      page.title = "\(step)"
    }
    recording.stop()
    let contents = contents(recording)
    #expect(contents.problems.isEmpty)
    #expect(contents.records.count <= 220)
    #expect(recorded(RecordingState(contents.records)) == expected(page))
    guard case .dropped(let gap) = contents.records[1] else { return #expect(Bool(false)) }
    #expect(gap.count > 3_000)
  }

  @Test("A task's writes name the task; the task begins and ends")
  func tasks() async {
    let recording = Recording()
    let page = recording.observe { Page().withAnchor() }
    page.load()
    for await title in Observed({ page.title }) where title == "loaded" { break }
    recording.stop()
    let records = contents(recording).records
    let causes = records.compactMap { record -> RecordedCause? in
      guard case .cause(let cause) = record else { return nil }
      return cause
    }
    let write = records.compactMap { record -> RecordedWrite? in
      guard case .write(let write) = record else { return nil }
      return write
    }
    let cause = causes.first { $0.id == write.first?.cause }
    #expect(cause?.kind == "task" && cause?.name == "load")
    #expect(cause?.callSite.contains("RecordingTests.swift") == true)
    #expect(
      records.contains { if case .task(let task) = $0 { task.phase == .began } else { false } }
    )
  }

  @Test("A living tree is followed from its present state on")
  func following() {
    let page = Page(lines: [Line(id: 1)]).withAnchor()
    page.title = "before"
    let recording = Recording()
    recording.follow(page.modelNode.context)
    page.lines[0].text = "after"
    recording.stop()
    page.title = "too late"
    let state = RecordingState(contents(recording).records)
    #expect(state.trees[1]?.nodes[state.trees[1]?.root ?? ""]?["title"] == "before")
    #expect(state.trees[1]?.nodes.values.contains { $0["text"] == "after" } == true)
  }

  @Test("What follows a tree is not kept by a recording that has ended meanwhile")
  func endWhileFollowing() {
    var changeLog = RecordedChangeLog(RecordingLimits(), sink: .memory)
    let isKept = changeLog.keep(Subscription {})
    let ended = changeLog.stop()
    let isKeptLater = changeLog.keep(Subscription {})
    #expect(isKept && !isKeptLater)
    #expect(ended?.count == 1)
  }

  @Test("An event that is sent after the end of a recording is not encoded")
  func eventAfterTheEnd() {
    let recording = Recording()
    let bell = recording.observe { Bell().withAnchor() }
    let encodings = Atomic(0)
    let event = Encoded { encodings.add(1, ordering: .relaxed) }
    bell.ring(event)
    #expect(encodings.load(ordering: .relaxed) == 1)
    recording.stop()
    bell.ring(event)
    #expect(encodings.load(ordering: .relaxed) == 1)
  }

  @Test("A recording keeps no tree that has ended, and no model that was removed")
  func memory() {
    let recording = Recording()
    weak var root: Context?
    weak var removed: Context?
    do {
      let page = recording.observe { Page(lines: [Line(id: 1)]).withAnchor() }
      root = page.modelNode.context
      removed = page.lines[0].modelNode.context
      page.lines = []
    }
    #expect(removed == nil)
    #expect(root == nil)
    #expect(recording.text.contains(#""type":"treeEnd""#))
    recording.stop()
  }

  @Test("A recording in a file is whole at each moment, and is no more than its limit")
  func file() throws {
    let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = try Recording(toFile: path, limits: RecordingLimits(bytes: 64 << 10))
    let page = recording.observe { Page().withAnchor() }
    page.title = "second"
    let early = RecordingContents(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(early.problems.isEmpty && !early.isTruncated)
    #expect(recorded(RecordingState(early.records)) == expected(page))
    for step in 0..<2_000 { page.title = "\(step)" }
    recording.stop()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.count <= (64 << 10) + 1_000)
    guard case .end? = RecordingContents(bytes).records.last else { return #expect(Bool(false)) }
  }

  @Test("A folder, and a pipe, are refused with a sentence")
  func refusedFiles() {
    #expect(throws: RecordingFileError.self) { try Recording(toFile: NSTemporaryDirectory()) }
    let error = #expect(throws: RecordingFileError.self) { try Recording(toFile: "/dev/null") }
    #expect(
      error?.description == "The recording /dev/null cannot be written: it is no regular file."
    )
  }

  #if os(Linux)
  @Test("A file that takes no line ends the recording")
  func failingFile() throws {
    // The kernel takes nothing but a number there.
    let recording = try Recording(toFile: "/proc/self/oom_score_adj")
    recording.mark("clicked Save")
    #expect(recording.changeLog.withLock { $0.isStopped })
  }
  #endif

  @Test("A file that is no recording is refused and kept; a recording is replaced")
  func existingFiles() throws {
    let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: RecordingFileError.self) { try Recording(toFile: path) }
    #expect(error?.reason == "it exists, and is no recording")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: path)
    for text in ["first", "second"] {
      let recording = try Recording(toFile: path)
      recording.mark(text)
      recording.stop()
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("second") && !text.contains("first"))
  }

  @Test("A value that is not Encodable is written by its parts; the rest of it as text")
  func values() {
    struct Plain {
      var name = "a"
      var list: [Int?] = [1, nil]
      var choice = Result<Int, CancellationError>.success(3)
      var body: @Sendable () -> Void = {}
    }
    final class Session: CustomStringConvertible {
      let description: String
      init(text: String) { description = text }
    }
    let writer = ValueWriter(limits: ValueLimits(propertyBytes: 1_000, textBytes: 20))
    let json = writer.json(of: VersionedValue(Plain()))
    #expect(json["name"] == "a" && json["list"] == [1, nil])
    #expect(json["choice"] == ["success": 3])
    #expect(json["body"]?["$text"]?.text == "(Function)")
    #expect(writer.json(of: [String](repeating: "long", count: 1_000))["$omitted"] != nil)
    #expect(writer.json(of: Double.nan) == "nan")
    let long = writer.json(of: Session(text: "a long text, indeed: é"))
    #expect(long["$text"]?.text?.utf8.count == 20 && (long["$cut"]?.wholeNumber ?? 0) > 0)
  }

  @Test("A value that is nested without an end in sight is a text, and no trap")
  func deepValues() {
    indirect enum Chain: Encodable {
      case end
      case link(Chain)
    }
    var chain = Chain.end
    for _ in 0..<5_000 { chain = .link(chain) }
    let writer = ValueWriter(limits: ValueLimits(propertyBytes: 1_000_000, textBytes: 20))
    #expect(writer.json(of: chain)["$text"] == "Chain, nested more than 200 deep")
  }

  @Test(
    "A date is that of Foundation",
    arguments: [0, 68_169_599, 951_782_400, 1_709_164_800, 4_102_444_799]
  )
  func dates(seconds: Int) {
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    #expect(RecordingTime.text(seconds: seconds, milliseconds: 0) == text)
  }

  @Test("A recording that was let go records nothing and keeps no tree")
  func released() {
    let observed = Page()
    var recording: Recording? = Recording()
    let isRecordedBefore = Cause.isRecorded
    let page = recording?.observe { observed.withAnchor() }
    recording = nil
    page?.title = "nobody listens"
    #expect(isRecordedBefore)
    #expect(page?.title == "nobody listens")
  }
}

/// A generator with a seed (SplitMix64).
struct Random: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

import Strata
import StrataCore
import Testing

@testable import StrataInspector

@Model private struct Gauge {
  var count = 0
  var text = ""
  var level = 0.0
  var limit: UInt64?
  var secret = 0
}

/// Values on both sides of each boundary of the compact form.
private let texts = [
  "", "a", "\"\\\n\u{1}\u{7f}", "0123456789abcdef", "0123456789abcdefg", "äöü€", "nan", "\u{0}",
]
private let numbers = [
  0, -0.0, 1.5, -1e300, .pi, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e16,
]

@Suite struct PlainValueTests {
  private let writer = ValueWriter(limits: ValueLimits(propertyBytes: 1 << 20, textBytes: 4_096))

  private func check(_ plain: PlainValue?, _ value: Any) {
    let json = writer.json(of: value)
    guard let plain else { return }
    var bytes: [UInt8] = []
    plain.write(to: &bytes)
    #expect(bytes == json.bytes)
    #expect(plain.length == bytes.count)
    #expect(PlainValue(json) == plain)
    #expect(PlainValue(json)?.fingerprint == plain.fingerprint)
  }

  @Test("A plain value has the JSON, the length and the fingerprint of the encoded one")
  func json() {
    for text in texts { check(PlainValue(text), text) }
    for number in numbers { check(PlainValue(number), number) }
    for shift in 0..<64 {
      let number = Int64(bitPattern: 1 << UInt64(shift))
      for number in [number, number &- 1, -(number &+ 1)] { check(PlainValue(number), number) }
      check(PlainValue(UInt64(1) << shift), UInt64(1) << shift)
    }
    check(PlainValue(UInt64.max), UInt64.max)
    check(PlainValue(UInt64(Int64.max)), UInt64(Int64.max))
    check(PlainValue(true), true)
    check(PlainValue(false), false)
    #expect(PlainValue("0123456789abcdef") != nil && PlainValue("0123456789abcdefg") == nil)
  }

  @Test("The digits of a number are counted at each power of ten")
  func digits() {
    var power: UInt64 = 1
    for count in 1...20 {
      #expect(DecimalDigits.count(power) == count)
      if count > 1 { #expect(DecimalDigits.count(power - 1) == count - 1) }
      if count < 20 { power *= 10 }
    }
    #expect(DecimalDigits.count(UInt64.max) == 20)
  }

  @Test("Equal values have one fingerprint; values of different kinds differ")
  func equality() {
    #expect(PlainValue(0.0) == PlainValue(-0.0))
    #expect(PlainValue(0.0).fingerprint == PlainValue(-0.0).fingerprint)
    #expect(PlainValue(1.0) != PlainValue(1))
    #expect(PlainValue("1") != PlainValue(1))
    #expect(PlainValue("") != .null)
    #expect(PlainValue(UInt8(3)) == PlainValue(3))
  }
}

@Suite struct PlainWriteTests {
  private func write(_ gauge: Gauge, _ step: Int, _ random: inout Random) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: gauge.count = .random(in: -3...3, using: &random)
    case 1: gauge.text = texts.randomElement(using: &random) ?? ""
    case 2: gauge.level = numbers.randomElement(using: &random) ?? 0
    case 3: gauge.limit = Bool.random(using: &random) ? nil : UInt64.max - UInt64(step % 3)
    case 4: gauge.secret = 86_753_090 + step
    default:
      gauge.node.transaction {
        gauge.count = step
        gauge.text = "step \(step)"
      }
    }
  }

  @Test(
    "Each line is the one that its record makes, and the bytes count as they are",
    arguments: 1...8
  )
  func lines(seed: Int) {
    var random = Random(seed: UInt64(seed))
    let limits = RecordingLimits(keepsOldValues: seed % 2 == 0, privateProperties: ["secret"])
    let recording = Recording(limits: limits)
    let gauge = recording.observe { Gauge().withAnchor() }
    for step in 0..<100 { write(gauge, step, &random) }
    // Read once: a report of another test is a record of each recording.
    let bytes = recording.bytes
    let contents = RecordingContents(bytes)
    #expect(contents.problems.isEmpty)
    let made = contents.records.flatMap(\.line)
    #expect(made == bytes)
    recording.changeLog.withLock { changeLog in
      for part in changeLog.lines.parts {
        for record in part.records.joined() {
          var text = LineText()
          record.write(changeLog.lines.names, to: &text)
          #expect(text.bytes.count == record.length(changeLog.lines.names))
        }
      }
    }
    // The whole secret: its first digits may be those of a time.
    #expect(!recording.text.contains("8675309"))
    let state = RecordingState(contents.records)
    let root = state.trees[1].flatMap { $0.nodes[$0.root] }
    let writer = ValueWriter(limits: ValueLimits(propertyBytes: 1 << 20, textBytes: 4_096))
    #expect(root?["count"] == writer.json(of: gauge.count))
    #expect(root?["text"] == writer.json(of: gauge.text))
    #expect(root?["level"] == writer.json(of: gauge.level))
    #expect(root?["limit"] == writer.json(of: gauge.limit as Any))
  }

  @Test("A write has the lines that it has beside another listener")
  func besideAnotherListener() {
    let recording = Recording(limits: RecordingLimits(keepsOldValues: true))
    let gauge = recording.observe { Gauge().withAnchor() }
    gauge.count = 2
    gauge.count = 1
    gauge.count = 2
    let listener = gauge.modelNode.context.recordChanges(at: .thisLine()) { _ in }
    gauge.count = 1
    gauge.count = 2
    listener.cancel()
    let lines = recording.text.split(separator: "\n").map {
      $0.replacing(/"(t|commit|round)":\d+/, with: "")
    }
    #expect(lines.count == 13)
    #expect(lines.suffix(4).elementsEqual(lines.dropLast(4).suffix(4)))
  }

  @Test("A recording that is full keeps its limits, and begins with a state, when writes are plain")
  func limits() {
    let recording = Recording(limits: RecordingLimits(records: 400, bytes: 64 << 10))
    let gauge = recording.observe { Gauge().withAnchor() }
    for number in 0..<5_000 { gauge.count = number }
    let bytes = recording.bytes
    #expect(bytes.count < 66 << 10)
    let contents = RecordingContents(bytes)
    #expect(contents.problems.isEmpty && contents.records.count <= 410)
    let state = RecordingState(contents.records)
    #expect(state.trees[1].flatMap { $0.nodes[$0.root]?["count"] } == 4_999)
  }

  @Test("A plain write keeps nothing of the tree alive")
  func lifetime() {
    let recording = Recording()
    weak var context: Context?
    do {
      let gauge = recording.observe { Gauge().withAnchor() }
      gauge.count = 3
      gauge.text = "short"
      context = gauge.modelNode.context
    }
    #expect(context == nil)
    withExtendedLifetime(recording) {}
  }
}

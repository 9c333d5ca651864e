import Testing

@testable import StrataInspector

@Suite struct ReadingTests {
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test("Every record is read, and written as it was")
  func roundTrip() {
    for text in [Examples.models, Examples.cutOff] {
      let contents = RecordingContents(text.utf8)
      #expect(contents.problems.isEmpty)
      let whole = lines(text).prefix(contents.records.count)
      for (record, line) in zip(contents.records, whole) {
        #expect(String(decoding: record.line, as: UTF8.self) == line + "\n")
      }
    }
    #expect(RecordingContents(Examples.models.utf8).records.count == 25)
  }

  @Test("A last line that is cut off is no problem")
  func cutOff() {
    let contents = RecordingContents(Examples.cutOff.utf8)
    #expect(contents.isTruncated)
    #expect(contents.problems.isEmpty)
    #expect(contents.records.count == 6)
    #expect(!RecordingContents(Examples.models.utf8).isTruncated)
  }

  @Test("A line of a few megabytes that takes a hundred times the memory is a problem")
  func manyValues() {
    let head = lines(Examples.models)[0]
    for (count, problems) in [(900_000, 0), (1_000_000, 1)] {
      let values = String(repeating: "[],", count: count - 1) + "1"
      let state = #"{"type":"state","t":1,"tree":1,"commit":0,"value":{"1":[\#(values)]}}"#
      let contents = RecordingContents("\(head)\n\(state)\n\(head)\n".utf8)
      #expect(contents.problems.count == problems)
      #expect(contents.problems.allSatisfy { $0.message.contains("too many values") })
      #expect(contents.records.count == 3 - problems)
    }
  }

  @Test("Pieces of any size give the same")
  func pieces() {
    let bytes = Array(Examples.models.utf8)
    let whole = RecordingContents(bytes).records
    for size in [1, 7, 100, 4_096] {
      var reader = RecordingReader()
      var entries: [RecordingReader.Entry] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        entries += reader.read(bytes[start..<min(start + size, bytes.count)])
      }
      entries += reader.finish()
      #expect(entries.map(\.content) == whole.map { .record($0) })
      #expect(entries.map(\.line) == Array(1...whole.count))
    }
  }

  @Test("What cannot be read is named with its line, and the rest is read")
  func problems() {
    var lines = lines(Examples.models)
    lines.insert("no JSON", at: 1)
    lines.insert("[]", at: 2)
    lines.insert(#"{"t":1}"#, at: 3)
    lines.insert(#"{"type":"write","t":-1}"#, at: 4)
    lines.insert(#"{"type":"mark","t":1,"text":"x"}"#, at: 5)
    lines.insert(#"{"type":"cause","id":3,"kind":"call","at":"A:1","parent":3}"#, at: 6)
    lines.insert(#"{"type":"later","t":1}"#, at: 7)
    let contents = RecordingContents(lines.joined(separator: "\n").utf8)
    #expect(contents.problems.map(\.line) == [2, 3, 4, 5, 6, 7])
    #expect(contents.problems.last?.message.contains("parent") == true)
    #expect(contents.problems[4].message == "A record of the type \"mark\" needs \"at\".")
    #expect(contents.unknownCount == 1)
    #expect(contents.records.count == 25)
  }

  @Test("A recording of a later version, or of another format, is rejected once")
  func rejected() {
    let later = Examples.models.replacing("\"v\":1", with: "\"v\":2")
    #expect(RecordingContents(later.utf8).records.isEmpty)
    #expect(
      RecordingContents(later.utf8).problems.map(\.message) == [
        "The recording has version 2 of the format; this program reads version 1."
      ]
    )
    let other = Examples.models.replacing("strata-recording", with: "other")
    #expect(RecordingContents(other.utf8).problemCount == 1)
    #expect(RecordingContents(other.utf8).records.isEmpty)
  }

  @Test("Without a header the records are read, and that is a problem")
  func noHeader() {
    let text = lines(Examples.models).dropFirst().joined(separator: "\n")
    let contents = RecordingContents(text.utf8)
    #expect(contents.problemCount == 1)
    #expect(contents.records.count == 24)
  }

  @Test("Lines, values, records and problems beyond the limits are left out")
  func limits() {
    var limits = RecordingContents.Limits()
    limits.reading.lineBytes = 150
    let short = RecordingContents(Examples.models.utf8, limits: limits)
    #expect(short.records.count + short.problemCount == 25)
    #expect(short.problems.allSatisfy { $0.message.contains("150 bytes") })
    limits = RecordingContents.Limits(records: 3, problems: 2)
    let few = RecordingContents(Examples.models.utf8, limits: limits)
    #expect(few.records.count == 3)
    #expect(few.problems.count == 2)
    #expect(few.problemCount == 22)
    limits = RecordingContents.Limits(reading: RecordingReader.Limits(values: 40))
    let values = RecordingContents(Examples.models.utf8, limits: limits)
    #expect(values.records.count + values.problemCount == 25)
    #expect(values.problemCount > 10)
  }

  @Test("What the traveler of one store serves is read as a recording of one tree")
  func states() {
    let contents = RecordingContents(Examples.states.utf8)
    #expect(contents.problems.isEmpty)
    #expect(contents.unknownCount == 1)
    let first = RecordingState(contents.records, through: 0).json(of: 1)
    #expect(
      first == ["1": ["$kind": "Store", "state": ["counters": [], "title": "", "$$ref": 1]]]
    )
    let second = RecordingState(contents.records, through: 1).json(of: 1)
    #expect(
      second == ["1": ["$kind": "Store", "state": ["counters": [], "title": "x", "$$ref": 2]]]
    )
    let third = RecordingState(contents.records).json(of: 1)
    #expect(third == ["1": ["$kind": "Store", "state": ["$text": "Other()"]]])
    #expect(contents.records.last?.time == 1_000_000_000)
  }

  @Test("Of 10,000 spoiled recordings each gives records and problems, in bounded time and memory")
  func spoiled() {
    var numbers = SeededNumbers(42)
    let sources = [Examples.models, Examples.cutOff, Examples.states].map { Array($0.utf8) }
    let pieces = [
      "{", "[", "\"", "\\", "\\u", "\n", "1e999", "$ref", "/", "~", "}", "\0", "-1", "\u{FFFD}",
    ]
    for round in 0..<10_000 {
      var bytes = sources[round % 3]
      for _ in 0...Int.random(in: 0..<8, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        let end = min(place + Int.random(in: 0..<40, using: &numbers), bytes.count)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.removeSubrange(place..<end)
        case 2:
          bytes.insert(contentsOf: (pieces.randomElement(using: &numbers) ?? "").utf8, at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.removeSubrange(end...)
        default:
          bytes.insert(
            contentsOf: "\(Int.random(in: .min ... .max, using: &numbers))".utf8,
            at: place
          )
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      let contents = RecordingContents(bytes)
      let lineCount = bytes.count { $0 == 0x0A } + 1
      // The first line of the states of one store stands for two records.
      #expect(
        contents.records.count + contents.problemCount + contents.unknownCount <= lineCount + 2
      )
      var state = RecordingState()
      for record in contents.records {
        _ = state.apply(record)
        #expect(!record.line.isEmpty)
      }
    }
  }
}

@Suite struct RecordingStateTests {
  private let records = RecordingContents(Examples.models.utf8).records

  @Test("The state at a commit has the commits up to it, and no later one")
  func commits() {
    let secret: JSONValue = ["$private": true]
    let empty: JSONValue = ["$kind": "AppModel", "title": "Daily", "secret": secret, "rows": []]
    #expect(RecordingState(records, through: 0).json(of: 1) == ["1": empty])
    let filled: JSONValue = [
      "$kind": "AppModel", "title": "Daily", "secret": secret, "rows": [["$ref": "2"]],
    ]
    #expect(
      RecordingState(records, through: 1).json(of: 1) == [
        "1": filled, "2": ["$kind": "Row", "$id": "3", "text": "", "price": 0],
      ]
    )
    #expect(
      RecordingState(records, through: 3).json(of: 1)["2"] == [
        "$kind": "Row", "$id": "3", "text": "<b>hostile</b>", "price": -1,
      ]
    )
    let last = RecordingState(records)
    #expect(last.json(of: 1) == ["1": empty])
    #expect(last.trees[1]?.hasEnded == true)
    #expect(last.trees[1]?.commit == 4)
    #expect(last.json(of: 2) == .null)
  }

  @Test("A record that does not fit is named")
  func misfits() {
    var state = RecordingState()
    let write = RecordedWrite(
      time: 0,
      tree: 1,
      commit: 1,
      node: "1",
      name: "a",
      patch: JSONPatch([.replace(path: "/1/a", value: 1)])
    )
    #expect(state.apply(.write(write)) == "There is no tree 1.")
    state.apply(.tree(RecordedTree(time: 0, tree: 1, root: "1", name: "A")))
    #expect(
      state.apply(.write(write)) == "The patch cannot be applied at \"/1/a\": there is no node 1."
    )
    state.apply(.state(RecordedState(time: 0, tree: 1, commit: 0, value: ["1": [:]])))
    #expect(
      state.apply(.write(write)) == "The patch cannot be applied at \"/1/a\": there is no \"a\"."
    )
  }

  @Test("A node is removed once, and a record that removes it again is named")
  func removals() {
    var state = RecordingState()
    state.apply(.tree(RecordedTree(time: 0, tree: 1, root: "1", name: "A")))
    state.apply(.state(RecordedState(time: 0, tree: 1, commit: 0, value: ["1": [:], "2": [:]])))
    let removal = RecordedNode(
      time: 1,
      tree: 1,
      commit: 1,
      node: "2",
      phase: .removed,
      kind: "B",
      patch: JSONPatch([.remove(path: "/2"), .add(path: "/1/last", value: "2")])
    )
    #expect(state.apply(.node(removal)) == nil)
    #expect(state.json(of: 1) == ["1": ["last": "2"]])
    #expect(
      state.apply(.node(removal)) == "The patch cannot be applied at \"/2\": there is no node 2."
    )
  }
}

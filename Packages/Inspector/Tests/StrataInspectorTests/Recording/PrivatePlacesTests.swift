import Foundation
import Strata
import Testing

@testable import StrataInspector

@Model private struct Note {
  var word = ""
  @Unrecorded var hidden: Note?
  var open: Note?
}

@Model private struct Desk {
  var draft: Note?
  @Unrecorded var locked: Note?
  @Unrecorded var list: [Note] = []
  var box: Note?
}

@Model private struct Secret {
  var word = ""
}

@Model private struct Vault {
  var list: [Secret] = []
}

@Model private struct House {
  @Unrecorded var vault: Vault?
  var kids: [Kid] = []
}

@Model private struct Kid {
  var note: Note?
  var list: [Note] = []
}

@Model private struct Meter {
  var uses = 0
}

extension Meter: DependencyKey {
  fileprivate static var liveValue: Meter { Meter() }
  fileprivate static var testValue: Meter { Meter() }
}

@Model private struct User {
  var name = ""
  @ModelDependency fileprivate var meter: Meter
}

@Model private struct Users {
  var list: [User] = []
  @Unrecorded var hidden: User?
}

private struct Row: Codable, Equatable, Sendable {
  var number: Int
  var text = "some text"
}

@Model private struct Box {
  var rows: [Row]
  var name = ""
}

@Model private struct Slip {
  var row = Row(number: 1)
  var name = ""
}

private struct Token<Word: Codable & Sendable>: Codable, Sendable {
  var password: Word
}

@Model private struct Session {
  var token = Token(password: "S3CRET")
}

@Model private struct Safe<Word: Codable & Sendable> {
  var password: Word
}

/// Runs a closure on a thread of its own, because those of a queue may be taken by other tests.
private func onThread(of group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
  group.enter()
  Thread {
    body()
    group.leave()
  }.start()
}

@Suite struct PrivatePlacesTests {
  private func text(_ desk: Desk, _ move: (Desk) -> Void) -> String {
    let recording = Recording()
    let desk = recording.observe { desk.withAnchor() }
    desk.node.transaction { move(desk) }
    recording.stop()
    return recording.text
  }

  private func expectSecret(
    _ desk: Desk,
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ move: (Desk) -> Void
  ) {
    let text = text(desk, move)
    #expect(!text.contains("S3CRET"), comment, sourceLocation: sourceLocation)
  }

  @Test("What a transaction writes to a model that it moves into a private property is left out")
  func moves() {
    expectSecret(Desk(draft: Note()), "out, then in") { desk in
      guard let note = desk.draft else { return }
      desk.draft = nil
      desk.locked = note
      note.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note()), "into a list") { desk in
      guard let note = desk.draft else { return }
      desk.draft = nil
      desk.list.append(note)
      note.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note()), "in, then out") { desk in
      guard let note = desk.draft else { return }
      desk.locked = note
      desk.draft = nil
      note.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note(), box: Note()), "below another") { desk in
      guard let note = desk.draft else { return }
      desk.draft = nil
      desk.box?.hidden = note
      note.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note(open: Note())), "from below another") { desk in
      guard let note = desk.draft?.open else { return }
      desk.draft?.open = nil
      desk.locked = note
      note.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note(open: Note())), "with one below") { desk in
      guard let note = desk.draft else { return }
      desk.draft = nil
      desk.locked = note
      note.open?.word = "S3CRET"
    }
    expectSecret(Desk(draft: Note()), "write first") { desk in
      guard let note = desk.draft else { return }
      note.word = "S3CRET"
      desk.draft = nil
      desk.locked = note
    }
  }

  @Test("What a transaction writes to a model that it moves out of a private property is recorded")
  func returns() {
    let recorded = text(Desk(locked: Note())) { desk in
      guard let note = desk.locked else { return }
      desk.locked = nil
      desk.draft = note
      note.word = "public"
    }
    #expect(recorded.contains("public"))
    let beside = text(Desk(draft: Note(), locked: Note())) { desk in
      desk.draft?.word = "public"
      desk.locked?.word = "S3CRET"
    }
    #expect(beside.contains("public") && !beside.contains("S3CRET"))
  }

  @Test("Models below a private property are left out while threads change their lists in place")
  func threads() {
    let recording = Recording()
    let house = recording.observe { House().withAnchor() }
    let group = DispatchGroup()
    onThread(of: group) {
      for _ in 0..<9_000 { house.vault?.list.removeAll { $0.word == "" } }
    }
    onThread(of: group) {
      for number in 0..<9_000 { house.vault?.list.first?.word = "S3CRET \(number)" }
    }
    for number in 0..<3_000 { house.vault = Vault(list: [Secret(word: "S3CRET \(number)")]) }
    group.wait()
    recording.stop()
    #expect(!recording.text.contains("S3CRET"))
  }

  @Test("A node that joins has its properties while another thread changes them in place")
  func joining() {
    let recording = Recording()
    let house = recording.observe { House().withAnchor() }
    let group = DispatchGroup()
    onThread(of: group) {
      for _ in 0..<500 { house.kids.append(Kid(note: Note())) }
    }
    onThread(of: group) {
      for _ in 0..<5_000 { house.kids.last?.list.removeAll() }
    }
    group.wait()
    recording.stop()
    let state = RecordingState(RecordingContents(recording.bytes).records)
    let kids = state.trees[1]?.nodes.values.filter { $0["$kind"] == "Kid" } ?? []
    #expect(kids.count == 500)
    #expect(kids.allSatisfy { $0["list"] != nil && $0["note"] != nil })
  }

  @Test("A property that this thread was changing when the recording began is recorded later")
  func changing() {
    let recording = Recording()
    let box = Box(rows: [Row(number: 1)]).withAnchor()
    func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
    var first = RecordingState()
    change(&box.rows) { _ in
      recording.follow(box.modelNode.context)
      box.name = "inside"
      first = RecordingState(RecordingContents(recording.bytes).records)
    }
    box.name = "behind"
    recording.stop()
    let last = RecordingState(RecordingContents(recording.bytes).records)
    func root(_ state: RecordingState) -> JSONObject? {
      state.trees[1].flatMap { $0.nodes[$0.root]?.members }
    }
    #expect(root(first)?["name"] == "inside" && root(first)?["rows"] == nil)
    #expect(root(last)?["name"] == "behind" && root(last)?["rows"] != nil)
    #expect(!recording.text.contains("dropped\":1"))
  }

  @Test("A property that a change has left as it was is recorded with the next change")
  func leftAsItWas() {
    // A change keeps the value before for the first recording, and tells nobody of an equal one.
    let first = Recording()
    let slip = first.observe { Slip().withAnchor() }
    let recording = Recording()
    func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
    change(&slip.row) { _ in recording.follow(slip.modelNode.context) }
    slip.name = "behind"
    recording.stop()
    let records = RecordingContents(recording.bytes).records
    let state = RecordingState(records)
    let root = state.trees[1].flatMap { $0.nodes[$0.root]?.members }
    #expect(root?["row"]?["number"] == 1 && root?["name"] == "behind")
    let writes = records.compactMap { if case .write(let write) = $0 { write.name } else { nil } }
    #expect(writes == ["name"])
    first.stop()
  }

  @Test("A model dependency that several models share is recorded beside private properties")
  func dependencies() {
    let recording = Recording(limits: RecordingLimits(privateProperties: ["password"]))
    let users = recording.observe {
      Users(list: [User(), User()], hidden: User()).withAnchor { $0[Meter.self] = Meter() }
    }
    for user in users.list { user.meter.uses += 1 }
    users.hidden?.meter.uses += 1
    users.node.transaction {
      users.list[0].name = "a"
      users.list[1].meter.uses = 8_675
    }
    recording.stop()
    #expect(recording.text.contains("8675"))
    let state = RecordingState(RecordingContents(recording.bytes).records)
    let meters = state.trees[1]?.nodes.values.filter { $0["$kind"] == "Meter" } ?? []
    #expect(meters.contains { $0["uses"] == 8_675 })
  }

  @Test(
    "A generic type is private by its name, with its arguments or without",
    arguments: ["Token", "Token.password", "Token<String>", "Token<String>.password", "password"]
  )
  func genericValues(name: String) {
    let recording = Recording(limits: RecordingLimits(privateProperties: [name]))
    let session = recording.observe { Session().withAnchor() }
    session.token.password = "S3CRET 2"
    recording.stop()
    #expect(!recording.text.contains("S3CRET"))
  }

  @Test(
    "A model is private by its name",
    arguments: ["Safe", "Safe.password", "Safe<String>", "Safe<String>.password", "password"]
  )
  func genericModels(name: String) {
    var limits = RecordingLimits()
    limits.privateProperties = [name]
    let recording = Recording(limits: limits)
    let safe = recording.observe { Safe(password: "S3CRET").withAnchor() }
    safe.password = "S3CRET 2"
    recording.stop()
    #expect(!recording.text.contains("S3CRET"))
  }

  @Test("Limits that are set have their least values")
  func limits() {
    var limits = RecordingLimits()
    limits.records = 1
    limits.bytes = 1
    #expect(limits.records == 100 && limits.bytes == 64 << 10)
  }

  @Test("Behind dropped records each tree has its state before its first patch, with threads")
  func dropped() {
    for _ in 0..<8 {
      let recording = Recording(limits: RecordingLimits(records: 100))
      let boxes = recording.observe {
        [1, 1, 1_000, 1].map { count in
          Box(rows: (0..<count).map { Row(number: $0) }).withAnchor()
        }
      }
      let group = DispatchGroup()
      for (place, box) in boxes.enumerated() {
        onThread(of: group) {
          for _ in 0..<(place == 2 ? 30 : 300) { box.rows[0].number += 1 }
        }
      }
      group.wait()
      recording.stop()
      var known: Set<Int> = []
      for record in RecordingContents(recording.bytes).records {
        switch record {
        case .state(let state): known.insert(state.tree)
        case .write(let write): #expect(known.contains(write.tree))
        case .node(let node): #expect(known.contains(node.tree))
        default: break
        }
      }
    }
  }
}

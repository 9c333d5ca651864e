import StrataCore
import StrataOneStore
import StrataSources
import StrataUpdates
import Synchronization
import Testing

@testable import StrataInspector

private typealias Recording = StrataInspector.Recording

private struct Tally: Equatable, Codable, Sendable {
  struct Line: Equatable, Codable, Sendable {
    var text: String
    var share: Double
  }

  enum Step: Sendable { case add(String) }

  var lines: [Line] = []
  var last: String?
  var largest = UInt64.max

  static func update(state: Tally, action: Step, environment: Void) -> Update<Tally, Step> {
    switch action {
    case .add(let text):
      var next = state
      next.lines.append(Line(text: text, share: .infinity))
      next.last = text
      return Update(state: next)
    }
  }
}

private struct Opaque: Equatable, Sendable {
  var count = 0

  static func update(state: Opaque, action: Int, environment: Void) -> Update<Opaque, Int> {
    Update(state: Opaque(count: state.count + action))
  }
}

private struct Row: StrataOneStore.Model, Identifiable {
  struct State: Equatable, Codable, Identifiable {
    let id: Int
    var text = ""
  }

  @ModelState private var state: State

  func set(_ text: String) { state.text = text }
}

private struct Sheet: StrataOneStore.Model {
  struct State: Equatable, Codable {
    @StateModel<[Row]> var rows = []
    var title = ""
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { $state.transaction(body) }
}

private struct Level: Sendable { var level = 0 }

// SAFETY: the model is the source's own state; nothing else is stored.
private final class LevelSource: SourceOf<Level>, @unchecked Sendable {
  lazy var initialModel = Level()
}

/// The request that an inspector makes of a recording at a commit.
private func request(_ recording: Recording, commit: Int, tree: Int = 1) throws -> LiveTravel {
  let records = RecordingContents(recording.bytes).records
  let nodes = try #require(RecordingState(records, through: commit).json(of: tree).members)
  return LiveTravel(tree: tree, commit: commit, nodes: nodes)
}

private func rejections(_ recording: Recording) -> [String] {
  RecordingContents(recording.bytes).records.compactMap { record in
    if case .rejected(let rejection) = record { rejection.message } else { nil }
  }
}

/// The names of the causes of the last write, the nearest first.
private func causesOfLastWrite(_ recording: Recording) -> [String] {
  var causes: [Int: RecordedCause] = [:]
  var last: Int?
  for record in RecordingContents(recording.bytes).records {
    if case .cause(let cause) = record { causes[cause.id] = cause }
    if case .write(let write) = record { last = write.cause }
  }
  var names: [String] = []
  while let id = last, let cause = causes[id] {
    names.append(cause.name ?? "")
    last = cause.parent
  }
  return names
}

/// A closure that runs once.
private final class Hook: Sendable {
  private let body = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  func run() {
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}

@Suite struct TravelTests {
  @Test("An update store gets the state of a commit, by a write whose cause names the inspector")
  func updates() throws {
    let recording = Recording()
    let store = recording.observe {
      StrataUpdates.Store(update: Tally.update, state: Tally(), environment: ())
    }
    for text in ["a", "b", "c"] { store.send(.add(text)) }
    recording.travel(to: try request(recording, commit: 1))
    #expect(store.state.lines == [Tally.Line(text: "a", share: .infinity)])
    #expect(store.state.last == "a" && store.state.largest == .max)
    #expect(causesOfLastWrite(recording) == ["inspector: travel to commit 1"])
    #expect(rejections(recording).isEmpty)
    store.send(.add("d"))
    #expect(store.state.lines.map(\.text) == ["a", "d"])
    recording.travel(to: try request(recording, commit: 0))
    #expect(store.state == Tally())
    recording.stop()
    #expect(recording.text.contains(#""type":"travel""#))
  }

  @Test("A store that changes its state where it is travels as well")
  func inPlace() throws {
    let recording = Recording()
    let store = recording.observe {
      StrataUpdates.Store(
        changing: {
          (state: inout Tally, action: Tally.Step, _: Void) -> InPlaceUpdate<Tally.Step> in
          if case .add(let text) = action { state.lines.append(.init(text: text, share: 0)) }
          return InPlaceUpdate()
        },
        state: Tally(),
        environment: ()
      )
    }
    store.send(.add("a"))
    store.send(.add("b"))
    recording.travel(to: try request(recording, commit: 1))
    #expect(store.state.lines.map(\.text) == ["a"])
  }

  @Test(
    "A state that is set while an action is handled follows it, with the inspector as its cause"
  )
  func whileAnActionIsHandled() throws {
    let recording = Recording()
    let hook = Hook()
    let store = recording.observe {
      StrataUpdates.Store(
        update: { (state: Tally, action: Tally.Step, _: Void) -> Update<Tally, Tally.Step> in
          hook.run()
          return Tally.update(state: state, action: action, environment: ())
        },
        state: Tally(),
        environment: ()
      )
    }
    store.send(.add("a"))
    let there = try request(recording, commit: 1)
    hook.set { recording.travel(to: there) }
    store.send(.add("b"))
    #expect(store.state.lines.map(\.text) == ["a"])
    #expect(causesOfLastWrite(recording).first == "inspector: travel to commit 1")
  }

  @Test("One store gets the state of a commit, and its models are those of that state")
  func oneStore() throws {
    let recording = Recording()
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = recording.observe { store.model }
    sheet.change { $0.rows = [.init(id: 1, text: "one"), .init(id: 2, text: "two")] }
    sheet.change { $0.title = "later" }
    sheet.change { $0.rows = [.init(id: 2, text: "changed"), .init(id: 3)] }
    let kept = try #require(Array(sheet.$rows).first)
    recording.travel(to: try request(recording, commit: 1))
    #expect(rejections(recording).isEmpty)
    #expect(store.state.rows.map(\.id) == [1, 2] && store.state.title.isEmpty)
    #expect(Array(sheet.$rows).count == 2)
    kept.set("the same model")
    #expect(store.state.rows.map(\.text) == ["one", "the same model"])
    #expect(causesOfLastWrite(recording).isEmpty)
  }

  @Test(
    "A state that is not Decodable, a source, a tree that is not there: each is rejected with a sentence"
  )
  func rejected() throws {
    let recording = Recording()
    let store = recording.observe {
      StrataUpdates.Store(update: Opaque.update, state: Opaque(), environment: ())
    }
    let level = recording.observe { LevelSource() }
    let source = recording.observe { level.eraseToSource() }
    store.send(1)
    recording.travel(to: try request(recording, commit: 0))
    recording.travel(to: try request(recording, commit: 0, tree: 2))
    recording.travel(to: LiveTravel(tree: 9, commit: 0, nodes: [:]))
    let found = rejections(recording)
    #expect(
      found == [
        "Travel to commit 0 of tree 1 was rejected: Opaque is not Decodable. Make it Codable.",
        "Travel to commit 0 of tree 2 was rejected: The state of LevelSource is its owner's alone. "
          + "Models with saved state, update stores and one store travel.",
        "Travel to commit 0 of tree 9 was rejected: There is no tree 9, or it has ended.",
      ]
    )
    #expect(store.state.count == 1)
    withExtendedLifetime(source) {}
  }

  @Test("A malformed state changes nothing, and the rejection names what is wrong and where")
  func malformed() throws {
    let recording = Recording()
    let store = recording.observe {
      StrataUpdates.Store(update: Tally.update, state: Tally(), environment: ())
    }
    store.send(.add("a"))
    let before = store.state
    let root = try #require(request(recording, commit: 1).nodes.names.first)
    let states: [(JSONValue, String)] = [
      (["lines": 7, "largest": 1], "at lines: Array<Any> is expected."),
      (
        ["lines": [["text": 1, "share": 0.5]], "largest": 1],
        "at lines[0].text: String is expected."
      ),
      (["lines": [], "largest": -1], "at largest: the number does not fit UInt64."),
      (["lines": []], ": 'largest' is missing."),
      (
        ["lines": ["$private": true], "largest": 1],
        "at lines: it is private, and was not recorded."
      ),
      (
        ["lines": ["$omitted": 7], "largest": 1], "at lines: it is too large, and was not recorded."
      ),
      (["$ref": .string("77")], ": the node 77 is not in the state."),
      ("no object", ": Dictionary<String, Any> is expected."),
    ]
    for (state, words) in states {
      recording.travel(to: LiveTravel(tree: 1, commit: 1, nodes: [root: ["state": state]]))
      #expect(rejections(recording).last?.hasSuffix(words) == true, "\(rejections(recording))")
    }
    recording.travel(to: LiveTravel(tree: 1, commit: 1, nodes: [root: ["other": 1]]))
    recording.travel(to: LiveTravel(tree: 1, commit: 1, nodes: ["0": [:]]))
    #expect(rejections(recording).count == states.count + 2)
    #expect(store.state == before)
  }
}

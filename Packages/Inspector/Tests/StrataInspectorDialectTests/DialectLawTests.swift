import StrataCore
import StrataInspector
import StrataOneStore
import StrataSources
import StrataStores
import StrataUpdates
import Testing

// Update stores have a type of this name, too.
private typealias Recording = StrataInspector.Recording

/// The state of each dialect here, and a plain model of it.
private struct Notes: Equatable, Sendable {
  var texts: [String] = []
  var counts: [String: Int] = [:]
  var last: Int?
  var secret = "hunter2"

  /// One of a few changes, chosen by a number.
  mutating func change(_ step: Int) {
    switch step % 7 {
    case 0, 1: texts.append("t\(step)")
    case 2: if !texts.isEmpty { texts.remove(at: step % texts.count) }
    case 3: counts["k\(step % 3)", default: 0] += step
    case 4: last = last == nil ? step : nil
    case 5: texts.reverse()
    default:
      secret = "hunter2-\(step)"
      counts = [:]
    }
  }

  /// What a recording has of it.
  var json: JSONValue {
    [
      "texts": .array(texts.map { .string($0) }),
      "last": last.map { .integer(Int64($0)) } ?? .null,
      "secret": ["$private": true],
    ]
  }
}

private struct NotesState: StrataStores.StateContainer {
  enum State: EnumState { case open }
  var current: State = .open
  var notes = Notes()

  mutating func change(_ step: Int) { update { $0.notes.change(step) } }
}

// SAFETY: adds no state.
private final class NotesStore: StrataStores.Store<NotesState>, @unchecked Sendable {
  init() { super.init(initialState: NotesState(), delivery: .immediate) }
  func change(_ step: Int) { state.change(step) }
}

// SAFETY: the model is the source's own state; nothing else is stored.
private final class NotesSource: SourceOf<Notes>, @unchecked Sendable {
  lazy var initialModel = Notes()
  func change(_ step: Int) { model.change(step) }
}

private struct NotesModel: StrataOneStore.Model {
  struct State: Equatable, Sendable {
    var notes = Notes()
  }

  @ModelState private var state: State

  func change(_ step: Int) { state.notes.change(step) }
}

/// One recorded program of a dialect.
private struct Subject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The property of the root, and where the notes stand in it.
  let property: String
  let path: [String]
  /// Begins the program: changes it, and says what it has.
  let begin: @Sendable () -> (change: @Sendable (Int) -> Void, notes: @Sendable () -> Notes)

  static let all = [
    Subject(testDescription: "domain store", property: "state", path: ["notes"]) {
      let store = NotesStore()
      return ({ store.change($0) }, { store.state.notes })
    },
    Subject(testDescription: "update store", property: "state", path: []) {
      let store = StrataUpdates.Store(
        update: { (state: Notes, step: Int, _: Void) -> Update<Notes, Int> in
          var next = state
          next.change(step)
          return Update(state: next)
        },
        state: Notes(),
        environment: ()
      )
      return ({ store.send($0) }, { store.state })
    },
    Subject(testDescription: "update store in place", property: "state", path: []) {
      let store = StrataUpdates.Store(
        changing: { (state: inout Notes, step: Int, _: Void) -> InPlaceUpdate<Int> in
          state.change(step)
          return InPlaceUpdate()
        },
        state: Notes(),
        environment: ()
      )
      return ({ store.send($0) }, { store.state })
    },
    Subject(testDescription: "one store", property: "state", path: ["notes"]) {
      let store = StrataOneStore.Store<NotesModel>(initialState: .init())
      let model = store.model
      return ({ model.change($0) }, { store.state.notes })
    },
    Subject(testDescription: "source", property: "model", path: []) {
      let meter = NotesSource()
      let source = meter.eraseToSource()
      return ({ meter.change($0) }, { source.model })
    },
  ]

  /// The notes as a recording has them after all of its records; dictionaries are compared apart.
  func recorded(_ records: [RecordingRecord]) -> JSONValue? {
    let state = RecordingState(records)
    guard let tree = state.trees[1], var value = tree.nodes[tree.root]?[property] else {
      return nil
    }
    for name in path {
      guard let below = value[name] else { return nil }
      value = below
    }
    guard let texts = value["texts"], let last = value["last"], let secret = value["secret"] else {
      return nil
    }
    return ["texts": texts, "last": last, "secret": secret]
  }
}

private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite struct DialectLawTests {
  private let limits = RecordingLimits(keepsOldValues: true, privateProperties: ["secret"])

  @Test(
    "Random changes of each dialect: the patches lead from its first state to its last",
    arguments: Subject.all,
    1...5
  )
  fileprivate func patches(_ subject: Subject, seed: UInt64) {
    var dice = Dice(state: seed)
    let recording = Recording(limits: limits)
    let (change, notes) = recording.observe { subject.begin() }
    var plain = Notes()
    for _ in 0..<50 {
      let step = Int.random(in: 0..<1_000, using: &dice)
      change(step)
      plain.change(step)
      let contents = RecordingContents(recording.bytes)
      #expect(contents.problems.isEmpty)
      #expect(subject.recorded(contents.records) == plain.json)
    }
    #expect(notes() == plain)
    recording.stop()
    var state = RecordingState()
    for record in RecordingContents(recording.bytes).records { #expect(state.apply(record) == nil) }
    #expect(!recording.text.contains("hunter2"))
  }

  @Test("Four threads change each dialect: its recording ends in its state", arguments: Subject.all)
  fileprivate func threads(_ subject: Subject) async {
    let recording = Recording(limits: limits)
    let (change, notes) = recording.observe { subject.begin() }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        group.addTask { for step in 0..<150 { change(index * 1_000 + step) } }
      }
    }
    recording.stop()
    let contents = RecordingContents(recording.bytes)
    #expect(contents.problems.isEmpty)
    var state = RecordingState()
    for record in contents.records { #expect(state.apply(record) == nil) }
    #expect(subject.recorded(contents.records) == notes().json)
    #expect(!recording.text.contains("hunter2"))
  }
}

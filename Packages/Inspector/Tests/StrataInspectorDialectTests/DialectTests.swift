import StrataCore
import StrataInspector
import StrataSources
import StrataStores
import StrataUpdates
import Testing

// Update stores have a type of this name, too.
private typealias Recording = StrataInspector.Recording

private struct Tally: StateContainer {
  enum State: EnumState { case open }
  var current: State = .open
  var count = 0
  var names: [String] = []

  mutating func add(_ name: String) {
    update {
      $0.count += 1
      $0.names.append(name)
    }
  }
}

// SAFETY: adds no state.
private final class TallyStore: StrataStores.Store<Tally>, @unchecked Sendable {
  init() { super.init(initialState: Tally(), delivery: .immediate) }
  func add(_ name: String) { state.add(name) }
}

private struct Sum: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    case add(Int)
    case twice(Int)
    case login(password: String)
  }

  var value = 0

  static func update(state: Sum, action: Step, environment: Void) -> Update<Sum, Step> {
    switch action {
    case .add(let amount): Update(state: Sum(value: state.value + amount))
    case .twice(let amount): Update(state: state, fx: .just(.add(amount), .add(amount)))
    case .login: Update(state: state)
    }
  }
}

private struct Meter: Sendable {
  var level: Int
  var history: [Int] = []
}

// SAFETY: the model is the source's own state; nothing else is stored.
private final class MeterSource: SourceOf<Meter>, @unchecked Sendable {
  lazy var initialModel = Meter(level: 0)

  func rise(_ amount: Int) {
    model.level += amount
    model.history.append(amount)
  }
}

/// What one property of a recorded root has, at the end.
private func last(_ recording: Recording, _ property: String, tree: Int = 1) -> JSONValue? {
  let state = RecordingState(RecordingContents(recording.bytes).records)
  return state.trees[tree].flatMap { $0.nodes[$0.root]?[property] }
}

/// The states of one property after each commit, by applying the patches alone.
private func states(_ recording: Recording, _ property: String) -> [JSONValue] {
  var state = RecordingState()
  var found: [JSONValue] = []
  for record in RecordingContents(recording.bytes).records {
    #expect(state.apply(record) == nil)
    guard case .write = record, let tree = state.trees[1] else { continue }
    if let value = tree.nodes[tree.root]?[property] { found.append(value) }
  }
  return found
}

@Suite struct DialectTests {
  @Test("A domain store: each transaction is a write that leads to the store's next state")
  func store() {
    let recording = Recording()
    let store = recording.observe { TallyStore() }
    var plain: [[String]] = []
    for number in 0..<20 {
      store.add("\(number)")
      plain.append((plain.last ?? []) + ["\(number)"])
    }
    recording.stop()
    let seen = states(recording, "state").map { $0["names"]?.elements?.compactMap(\.text) ?? [] }
    #expect(seen == plain)
    #expect(last(recording, "state")?["count"] == 20)
    #expect(store.state.names.count == 20)
  }

  @Test("An update store: actions with their origins stand before the writes they make")
  func updates() async {
    let recording = Recording(limits: RecordingLimits(privateProperties: ["password"]))
    let store = recording.observe {
      StrataUpdates.Store(update: Sum.update, state: Sum(), environment: ())
    }
    store.send(.add(3))
    store.send(.twice(4))
    store.send(.login(password: "hunter2"))
    while store.state.value < 11 { await Task.yield() }
    recording.stop()
    let records = RecordingContents(recording.bytes).records
    let actions = records.compactMap { record -> RecordedAction? in
      if case .action(let action) = record { action } else { nil }
    }
    #expect(actions.map(\.name).sorted() == ["add", "add", "add", "login", "twice"])
    #expect(actions.filter { $0.origin == "effect" }.map(\.name) == ["add", "add"])
    #expect(last(recording, "state")?["value"] == 11)
    #expect(!recording.text.contains("hunter2"))
    let first = records.firstIndex { if case .action = $0 { true } else { false } } ?? 0
    let write = records.firstIndex { if case .write = $0 { true } else { false } } ?? -1
    #expect(first < write)
  }

  @Test("A source: each change of its model is a write")
  func source() {
    let recording = Recording()
    let meter = recording.observe { MeterSource() }
    let source = recording.observe { meter.eraseToSource() }
    meter.rise(2)
    meter.rise(5)
    recording.stop()
    #expect(source.model.level == 7)
    #expect(last(recording, "model")?["level"] == 7)
    #expect(last(recording, "model")?["history"] == [2, 5])
  }

  @Test("Stores, update stores and sources of one program are trees of one recording")
  func together() {
    let recording = Recording()
    let (store, meter) = recording.observe { (TallyStore(), MeterSource()) }
    let source = recording.observe { meter.eraseToSource() }
    store.add("a")
    meter.rise(1)
    recording.stop()
    let state = RecordingState(RecordingContents(recording.bytes).records)
    #expect(state.trees.count == 2)
    #expect(Set(state.trees.values.map(\.name)) == ["TallyStore", "MeterSource"])
    withExtendedLifetime(source) {}
  }
}

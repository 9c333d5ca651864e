import StrataCore
import StrataInspector
@_spi(Strata) import StrataOneStore
import Testing

private struct Row: Model, Identifiable {
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  @ModelState private var state: State

  func set(_ text: String) { state.text = text }
}

private struct Sheet: Model {
  struct State: Equatable {
    @StateModel<[Row]> var rows = []
    var title = ""
    var numbers: [Int] = []
    var secret = "hunter2"
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { $state.transaction(body) }
  func setTitle(_ title: String) { state.title = title }
}

private struct Shapes: Model {
  struct State: Equatable {
    @StateModel<Row> var single = .init(id: 1)
    @StateModel<Row?> var optional = nil
    @StateModel<[Row]> var list = [.init(id: 2)]
    @StateModel<[Row]> var none = []
  }

  @ModelState private var state: State
}

/// The state, read from the store by other means than the recording's.
private func expected(_ state: Sheet.State) -> JSONValue {
  [
    "rows": .array(
      state.rows.map { ["id": .integer(Int64($0.id)), "text": .string($0.text)] }
    ),
    "title": .string(state.title),
    "numbers": .array(state.numbers.map { .integer(Int64($0)) }),
    "secret": ["$private": true],
  ]
}

/// The state of the store as a recording has it after all of its records.
private func recorded(_ records: [RecordingRecord]) -> JSONValue? {
  let state = RecordingState(records)
  return state.trees[1].flatMap { $0.nodes[$0.root]?["state"] }
}

private func change(_ sheet: Sheet, _ step: Int, _ random: inout some RandomNumberGenerator) {
  let kind = Int.random(in: 0..<6, using: &random)
  switch kind {
  case 0: sheet.setTitle("t\(step)")
  case 1: sheet.change { $0.rows.append(.init(id: step)) }
  case 2: sheet.change { if !$0.rows.isEmpty { $0.rows.removeFirst() } }
  case 3: Array(sheet.$rows).randomElement(using: &random)?.set("r\(step)")
  case 4: sheet.change { $0.numbers.append(step) }
  default:
    sheet.change { state in
      state.secret = "hunter2-\(step)"
      state.rows.reverse()
      state.numbers = []
    }
  }
}

private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite struct OneStoreTests {
  private let limits = RecordingLimits(keepsOldValues: true, privateProperties: ["secret"])

  @Test(
    "Random changes: the patches lead from the first state of the store to the last",
    arguments: 1...6
  )
  func states(seed: UInt64) {
    var dice = Dice(state: seed)
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = recording.observe { store.model }
    for step in 0..<80 {
      change(sheet, step, &dice)
      let contents = RecordingContents(recording.bytes)
      #expect(contents.problems.isEmpty)
      #expect(recorded(contents.records) == expected(store.state), "step \(step)")
    }
    recording.stop()
    #expect(!recording.text.contains("hunter2"))
    #expect(recorded(RecordingContents(recording.bytes).records) == expected(store.state))
  }

  @Test("Each commit of a store leads to the state that it had then")
  func commits() {
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = recording.observe { store.model }
    for number in 0..<10 { withCause("press \(number)") { sheet.setTitle("\(number)") } }
    recording.stop()
    var state = RecordingState()
    var titles: [String] = []
    for record in RecordingContents(recording.bytes).records {
      #expect(state.apply(record) == nil)
      guard case .write(let write) = record else { continue }
      #expect(write.cause != nil)
      let root = state.trees[1].flatMap { $0.nodes[$0.root] }
      titles.append(root?["state"]?["title"]?.text ?? "")
    }
    #expect(titles == (0..<10).map { "\($0)" })
  }

  @Test("Each write of a list has the list before, and replaces it or what differs in it")
  func oldValues() throws {
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = recording.observe { store.model }
    var states = RecordingState()
    for ids in [[1], [1, 2], [], [3, 4, 5], [5], [5], []] {
      sheet.change { $0.rows = ids.map { .init(id: $0) } }
    }
    recording.stop()
    var counts: [String: [Int]] = [:]
    for record in RecordingContents(recording.bytes).records {
      if case .write(let write) = record {
        let path = "/\(write.node)/\(write.name)"
        let former = states.trees[1]?.nodes[write.node]?[write.name]
        #expect(write.old == former)
        let isAdded = write.patch.operations.contains(.add(path: path, value: write.old ?? .null))
        #expect(!isAdded && !"\(write.patch.json)".contains("\"add\",\"path\":\"\(path)\""))
      }
      #expect(states.apply(record) == nil)
      if case .write(let write) = record {
        let list = states.trees[1]?.nodes[write.node]?[write.name]
        let rows = write.name == "state" ? list?["rows"]?.elements : list?.elements
        counts[write.name, default: []].append(try #require(rows).count)
      }
    }
    #expect(counts == ["state": [1, 2, 0, 3, 1, 0], "rows": [1, 2, 0, 3, 1, 0]])
  }

  @Test("A store that is made in observe is recorded, wherever its model is first asked for")
  func lateModel() {
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = store.model
    sheet.setTitle("a")
    recording.stop()
    #expect(recorded(RecordingContents(recording.bytes).records) == expected(store.state))
    let other = Store<Sheet>(initialState: .init())
    let silent = Recording(limits: limits)
    let model = silent.observe { other.model }
    withoutTreeObservers { model.setTitle("b") }
    silent.stop()
    #expect(recorded(RecordingContents(silent.bytes).records) == expected(other.state))
  }

  @Test("A tree that several closures make, and that is followed as well, is recorded once")
  func onceEach() {
    let recording = Recording(limits: limits)
    let store = recording.observe { recording.observe { Store<Sheet>(initialState: .init()) } }
    let sheet = recording.observe { store.model }
    if let context = store.modelContext { recording.follow(context) }
    sheet.change { $0.rows = [.init(id: 1)] }
    recording.stop()
    let records = RecordingContents(recording.bytes).records
    let rounds = records.filter { if case .round = $0 { true } else { false } }
    let trees = records.filter { if case .tree = $0 { true } else { false } }
    #expect(rounds.count == 1 && trees.count == 1)
  }

  @Test(
    "One model is a reference, and a missing one is null; a list is an array whatever its count"
  )
  func shapes() throws {
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Shapes>(initialState: .init()) }
    let shapes = recording.observe { store.model }
    recording.stop()
    let state = RecordingState(RecordingContents(recording.bytes).records)
    let nodes = try #require(state.trees[1]?.nodes)
    let node = try #require(nodes.first { $0.value["optional"] != nil }?.value)
    #expect(node["optional"] == .null)
    #expect(node["single"]?["$ref"] != nil)
    #expect(node["list"]?.elements?.count == 1)
    #expect(node["none"] == [])
    let root = try #require(state.trees[1].flatMap { $0.nodes[$0.root] })
    #expect(root["models"]?["$ref"] != nil)
    #expect(root["state"]?["list"]?.elements?.count == 1)
    withExtendedLifetime(shapes) {}
  }

  @Test("Four threads change a store: the recording ends in its state")
  func threads() async {
    let recording = Recording(limits: limits)
    let store = recording.observe { Store<Sheet>(initialState: .init()) }
    let sheet = recording.observe { store.model }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<4 {
        group.addTask {
          for step in 0..<100 { sheet.change { $0.numbers.append(index * 1_000 + step) } }
        }
      }
    }
    recording.stop()
    let contents = RecordingContents(recording.bytes)
    #expect(contents.problems.isEmpty)
    #expect(store.state.numbers.count == 400)
    #expect(recorded(contents.records) == expected(store.state))
  }

  @Test("A store that is released ends its tree, and the recording keeps none of its values")
  func release() {
    let recording = Recording(limits: limits)
    weak var holder: Store<Sheet>?
    do {
      let store = recording.observe { Store<Sheet>(initialState: .init()) }
      recording.observe { store.model }.setTitle("last")
      holder = store
    }
    #expect(holder == nil)
    recording.stop()
    #expect(recording.text.contains("treeEnd"))
  }
}

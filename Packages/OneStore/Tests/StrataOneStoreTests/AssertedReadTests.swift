@_spi(Strata) import StrataCore
import StrataOneStore
import Testing

@_spi(Strata) @testable import StrataOneStore

private struct Gauge: Model {
  struct State: Equatable, Sendable {
    var celsius = 0
    var other = 0
    var limited = 0
    /// Can be set to any value.
    var kelvin: Int {
      get { celsius + 273 }
      set { celsius = newValue - 273 }
    }
    /// Setting it gives another value than either state has.
    var level: Int {
      get { limited }
      set { limited = newValue * 2 }
    }
    var detour: Detour?
    @StateModel<[LeafModel]> var leaves = []
  }

  @ModelState private var state: State

  var edited: LeafModel? { LeafModel($state.detour.case(/Detour.edit)) }
  func change(_ body: (inout State) -> Void) { $state.transaction(body) }
}

/// A state that shows as many parts as it has numbers.
private struct Row: Model {
  struct State: Equatable, Sendable, CustomReflectable {
    var numbers = [1]
    var first: Int {
      get { numbers[0] }
      set { numbers[0] = newValue }
    }

    var customMirror: Mirror { Mirror(self, unlabeledChildren: numbers) }
  }

  @ModelState private var state: State

  func set(_ numbers: [Int]) { state.numbers = numbers }
}

/// What counts as asserted when a line of a test has read it.
@Suite struct AssertedReadTests {
  private let store = Store<Gauge>(initialState: .init(leaves: [.init(id: 1)]))
  private let earlier: Gauge.State

  init() {
    earlier = store.state
    _ = store.model
    store.model.change { state in
      state.celsius = 5
      state.other = 6
      state.limited = 7
      state.leaves = [.init(id: 1, value: 8), .init(id: 2, value: 9)]
      state.detour = .edit(.init(id: 3))
    }
  }

  private func reads(_ line: (Gauge) -> Void) -> [SlotRead] {
    let recording = ReadRecording()
    recording.record { line(store.model) }
    return recording.reads
  }

  private func asserting(_ line: (Gauge) -> Void) -> Gauge.State? {
    store.root.asserting(reads(line), of: earlier, asIn: store.state) as? Gauge.State
  }

  private func changed(_ body: (inout Gauge.State) -> Void) -> Gauge.State {
    var state = earlier
    body(&state)
    return state
  }

  @Test func aStoredPropertyIsAssertedAlone() {
    #expect(asserting { _ = $0.other } == changed { $0.other = 6 })
    #expect(asserting { _ = ($0.other, $0.celsius) } == changed { ($0.other, $0.celsius) = (6, 5) })
    #expect(asserting { _ in } == earlier)
  }

  @Test func aComputedPropertyIsAssertedByWhatItsSetterChanges() {
    #expect(asserting { _ = $0.kelvin } == changed { $0.celsius = 5 })
    // What neither state has cannot be right, so all counts.
    #expect(asserting { _ = $0.level } == store.state)
  }

  @Test func aSetterIsTrustedWhereStatesShowDifferentParts() {
    let store = Store<Row>(initialState: .init())
    let earlier = store.state
    store.model.set([5, 6])
    let recording = ReadRecording()
    recording.record { _ = store.model.first }
    let asserted = store.root.asserting(recording.reads, of: earlier, asIn: store.state)
    #expect(asserted as? Row.State == Row.State(numbers: [5]))
  }

  @Test func aListIsAssertedWithoutTheContentsOfItsElements() {
    let expected = changed { $0.leaves = [.init(id: 1), .init(id: 2, value: 9)] }
    #expect(asserting { _ = $0.$leaves } == expected)
  }

  @Test func anElementIsAssertedAlone() {
    let expected = changed { $0.leaves = [.init(id: 1, value: 8), .init(id: 2, value: 9)] }
    #expect(asserting { _ = $0.$leaves.map { $0.value } } == expected)
  }

  @Test func theWholeStateIsAssertedByItself() {
    #expect(asserting { _ in _ = store.state } == store.state)
  }

  @Test func aPartThatHasComeIsAssertedWithAllThatCameWithIt() {
    #expect(asserting { _ = $0.edited } == store.state)
    let reads = reads { _ = $0.edited }
    let later = changed { $0.other = 6 }
    let same = store.root.asserting(reads, of: earlier, asIn: later) as? Gauge.State
    #expect(same == earlier)
  }

  @Test func readsOfAnotherStoreAssertNothing() {
    let other = Store<Gauge>(initialState: .init())
    let recording = ReadRecording()
    recording.record { _ = other.model.other }
    let state = store.root.asserting(recording.reads, of: earlier, asIn: store.state)
    #expect(state as? Gauge.State == earlier)
    #expect(!recording.reads.isEmpty)
  }

  @Test func aReadSaysWhichPropertyItIsOf() {
    let read = reads { _ = ($0.other, $0.$leaves) }
    #expect(read.count == 3)
    let properties = read.compactMap { store.root.testedProperty(of: $0) }
    #expect(properties.map(\.name) == ["$state", "other", "$leaves"])
    #expect(properties.map { $0.value as? Int } == [nil, 6, nil])
  }
}

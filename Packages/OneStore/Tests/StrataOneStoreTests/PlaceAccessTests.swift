import StrataConcurrency
import StrataCore
import StrataRendering
import Synchronization
import Testing

@testable import StrataOneStore

/// A state that is smaller than a word.
private struct Bit: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: UInt8
    var isOn = false
  }

  @ModelState private var state: State

  func rename(_ id: UInt8) { state.id = id }
}

private struct Bits: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Bit]> var bits = []
    @StateModel<Bit?> var last = nil
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { body(&state) }
}

// SAFETY: a key path is immutable.
/// The one path to the rows that this file takes: only the first of equal paths has an entry.
nonisolated(unsafe) private let bitsPath: KeyPath<Bits.State, StateModel<[Bit]>> = \.$bits

/// The models of the rows.
private func rows(_ bits: Bits) -> [Bit] { unsafe bits[dynamicMember: bitsPath] }

/// Whether these models have been made, and may be shown.
private func arePresent(_ bits: Bits) -> Bool {
  let type = ObjectIdentifier([Bit].self)
  guard let table = unsafe bits.anyPlace.presentModels(of: type, at: bitsPath) else { return false }
  table.endRead()
  return true
}

/// Whether these models may be shown once they have been made.
///
/// Another path may take the room of this one at the same time, so it is looked for again.
private func areKept(_ bits: Bits) -> Bool {
  (0..<1_000).contains { _ in
    _ = rows(bits)
    return arePresent(bits)
  }
}

/// The ways to a state that look nothing up.
@Suite struct PlaceAccessTests {
  private let store = Store<AppModel>(
    initialState: .init(
      counters: [.init(id: 1), .init(id: 2), .init(id: 3)],
      factPrompt: .init(count: 0, fact: "")
    )
  )
  private var app: AppModel { store.model }
  private var table: ModelTable<[CounterRowModel]>? {
    app.place.tables[0] as? ModelTable<[CounterRowModel]>
  }

  private func isFound(_ place: AnyPlace) -> Bool {
    guard unsafe place.lockState() != nil else { return false }
    place.store.unlockRoot()
    return true
  }

  private func isChangedInPlace<State>(_ place: Place<State>) -> Bool {
    guard let state = unsafe place.beginDirectChange(of: ObjectIdentifier(State.self)) else {
      return false
    }
    unsafe place.endDirectChange(at: state)
    return true
  }

  private func areKeptForViews(_ bits: Bits) -> Bool {
    let probe = RenderProbe { areKept(bits) }
    return probe.output
  }

  // MARK: States

  @Test func statesAreFoundWhereTheyLie() throws {
    let prompt = try #require(app.$factPrompt)
    for row in app.$counters { #expect(isFound(row.place) && isFound(row.$counter.place)) }
    #expect(isFound(app.place) && isFound(prompt.place))
    let row = app.$counters[2].place
    app.remove(3)
    app.hidePrompt()
    #expect(!isFound(row) && !isFound(prompt.place))
    for row in app.$counters { #expect(isFound(row.place)) }
  }

  @Test func statesAreChangedWhereTheyLie() throws {
    let prompt = try #require(app.$factPrompt)
    #expect(isChangedInPlace(app.place) && isChangedInPlace(prompt.place))
    let row = app.$counters[0].place
    #expect(isChangedInPlace(row) && isChangedInPlace(app.$counters[2].place))
    // The elements of a copy of the array stay as they were.
    let copy = store.state.counters
    #expect(!isChangedInPlace(row))
    withExtendedLifetime(copy) {}
    app.remove(1)
    #expect(!isChangedInPlace(row))
  }

  @Test func aModelsPlaceIsFoundAsSoonAsItsKindIsKnown() {
    let app = app
    _ = app.place
    // Another kind may take the room of this one at the same time.
    let isFound = (0..<1_000).contains { _ in
      SchemaCache.add(ModelSchema.of(AppModel.self))
      let isKnown = SchemaCache.find(ObjectIdentifier(AppModel.self)) != nil
      let reference = unsafe ModelSchema.reference(in: app)?.takeUnretainedValue()
      return isKnown && reference === app.place
    }
    #expect(isFound)
  }

  // MARK: Models

  @Test func modelsAreMadeOnceForEachStructure() {
    let store = Store<Bits>(initialState: .init(bits: [.init(id: 0)]))
    let bits = store.model
    #expect(areKept(bits))
    bits.change { $0.bits.append(.init(id: 1)) }
    #expect(!arePresent(bits))
    #expect(rows(bits).count == 2)
    #expect(areKept(bits))
    let other = ObjectIdentifier(IdentifiedArrayOf<Bit>.self)
    unsafe #expect(bits.anyPlace.presentModels(of: other, at: bitsPath) == nil)
  }

  @Test func modelsAreMadeAnewWhileAnythingElseMayBeShown() {
    let store = Store<Bits>(initialState: .init(bits: [.init(id: 0)]))
    let bits = store.model
    #expect(areKept(bits))
    let change = bits.place.beginChange()
    #expect(!arePresent(bits))
    bits.place.endChange(change)
    #expect(areKept(bits) && areKeptForViews(bits))
    store.stateOverride = store.state
    #expect(areKept(bits) && !areKeptForViews(bits))
    store.stateOverride = nil
    #expect(areKeptForViews(bits))
  }

  @Test func modelsOfAStoreThatHasGoneAreNotKept() {
    var store: Store<Bits>? = Store(initialState: .init(bits: [.init(id: 0)]))
    guard let bits = store?.model else { return }
    #expect(areKept(bits))
    store = nil
    #expect(!arePresent(bits))
  }

  // MARK: Positions

  @Test func eachPlaceKnowsItsPosition() throws {
    let table = try #require(table)
    func positions() -> [Int] { table.current.map { $0.position.load(ordering: .relaxed) } }
    func indexes() -> [Int] { table.current.map { $0.elementIndex.load(ordering: .relaxed) } }
    #expect(positions() == [0, 1, 2] && indexes() == [0, 1, 2])
    app.insert(9, at: 0)
    #expect(positions() == [0, 1, 2, 3] && indexes() == [0, 1, 2, 3])
    app.move(from: 3, to: 1)
    #expect(positions() == [0, 1, 2, 3] && indexes() == [0, 1, 2, 3])
    app.remove(9)
    #expect(positions() == [0, 1, 2] && indexes() == [0, 1, 2])
  }

  @Test func theMemoryOfElementsIsKnownUnlessTwoHaveOneIdentity() throws {
    let store = Store<Bits>(initialState: .init(bits: [.init(id: 0), .init(id: 1), .init(id: 2)]))
    let bits = store.model
    let table = try #require(bits.place.tables[0] as? ModelTable<[Bit]>)
    func indexes() -> [Int] { table.current.map { $0.elementIndex.load(ordering: .relaxed) } }
    #expect(indexes() == [0, 1, 2])
    #expect(isFound(table.current[2]))
    rows(bits)[1].rename(7)
    #expect(indexes() == [0, 1, 2])
    ReportSink.withHandler { _ in
    } operation: {
      bits.change { $0.bits[2].id = 7 }
      #expect(indexes() == [-1, -1])
      bits.change { $0.bits[2].id = 8 }
    }
    #expect(indexes() == [0, 1, 2])
  }

  // MARK: Schemas

  private struct Late: Identifiable {
    var number = 0
    var id = 0
  }

  private struct Wide: Identifiable {
    struct ID: Hashable {
      var words = (a: 0, b: 0, c: 0, d: 0)
      static func == (x: ID, y: ID) -> Bool { x.words == y.words }
      func hash(into hasher: inout Hasher) { hasher.combine(words.a) }
    }
    var id = ID()
  }

  @Test func theMemoryOfAnIdentityIsThatOfThePropertyOfItsName() throws {
    guard case .bytes(let late) = StateIdentity.of(Late.self) else {
      Issue.record("unknown")
      return
    }
    #expect(late == 8..<16)
    guard case .bytes(let wide) = StateIdentity.of(Wide.self) else {
      Issue.record("unknown")
      return
    }
    #expect(wide == 0..<StateIdentity.mostBytes)
  }

  private struct Nest<Inner: Sendable>: Sendable { var inner: Inner }
  private struct Core: Sendable { @StateModel<CounterModel> var counter = .init() }
  private typealias Three<Inner: Sendable> = Nest<Nest<Nest<Inner>>>

  @Test func modelsAreFoundInStructsOfTheStateToALimit() {
    // Six levels of structs, of which the last declares the model.
    let found = StateSchema.of(Three<Nest<Nest<Core>>>.self, for: nil)
    #expect(found.fields.map(\.name) == ["inner.inner.inner.inner.inner.counter"])
    #expect(StateSchema.of(Three<Three<Core>>.self, for: nil).fields.isEmpty)
  }
}

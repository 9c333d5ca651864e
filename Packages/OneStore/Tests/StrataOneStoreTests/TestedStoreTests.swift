import StrataConcurrency
@_spi(Strata) import StrataCore
import Testing

@_spi(Strata) @testable import StrataOneStore

private final class Tester: Sendable {}

private struct Boxed: Model {
  struct Box: Equatable, Sendable { @StateModel<CounterModel> var counter = .init() }
  struct State: Equatable, Sendable {
    var box = Box()
    @StateModel<CounterModel> var counter = .init()
  }

  @ModelState private var state: State

  var boxed: CounterModel { self[dynamicMember: \State.box.$counter] }
}

/// What a store offers to a test that asserts about it.
@Suite struct TestedStoreTests {
  private let tester = Tester()
  private let notes = Notes()
  private let store = Store<AppModel>(
    initialState: .init(
      counters: [.init(id: 1), .init(id: 2)],
      factPrompt: .init(count: 0, fact: "")
    )
  )

  init() {
    store.attach(
      tester,
      afterChange: { [notes] in notes.note("after") },
      { [notes] state in notes.note(state.title) }
    )
    store.activateModels()
  }

  private var whole: StateModel<AppModel> { StateModel(wrappedValue: store.state) }

  @Test func theTesterIsGivenEachState() {
    let app = store.model
    app.setTitle("A")
    app.setTitle("B")
    #expect(notes.all == ["A", "after", "B", "after"])
    #expect(store.root.hasTester)
    #expect(app.testedPart.isTested)
    #expect(app.testedPart.tester === tester)
    let other = Store<CounterModel>(initialState: .init())
    #expect(!other.model.testedPart.isTested && other.model.testedPart.tester == nil)
  }

  @Test func aPartOfAnotherRootIsChanged() {
    let part = store.model.$counters[1].testedPart
    var whole = whole
    let isThere = unsafe withUnsafeMutablePointer(to: &whole) { root in
      unsafe part.change(in: UnsafeMutableRawPointer(root)) { $0.counter.count = 5 }
    }
    #expect(isThere)
    #expect(whole.wrappedValue.counters.map(\.counter.count) == [0, 5])
    #expect(store.state.counters.map(\.counter.count) == [0, 0])
    #expect(part.liveValue == .init(id: 2))
  }

  @Test func aPartThatAnotherRootLacksIsNotChanged() {
    let part = store.model.$counters[1].testedPart
    var whole = StateModel<AppModel>(wrappedValue: .init(counters: [.init(id: 1)]))
    var isCalled = false
    let isThere = unsafe withUnsafeMutablePointer(to: &whole) { root in
      unsafe part.change(in: UnsafeMutableRawPointer(root)) { _ in isCalled = true }
    }
    #expect(!isThere && !isCalled)
    #expect(whole.wrappedValue == .init(counters: [.init(id: 1)]))
  }

  @Test func aPartThatGoesWhileItIsChangedIsNotThere() {
    let app = store.model
    let part = app.$counters[1].testedPart
    let list = [CounterRowModel].tested { app.$counters }.part
    var whole = whole
    let isThere = unsafe withUnsafeMutablePointer(to: &whole) { root in
      unsafe part.change(in: UnsafeMutableRawPointer(root)) { _ in
        _ = unsafe list?.change(in: UnsafeMutableRawPointer(root)) { $0.removeLast() }
      }
    }
    #expect(!isThere)
    #expect(whole.wrappedValue.counters == [.init(id: 1)])
  }

  @Test func theListThatAnExpressionReadsIsAPart() {
    let app = store.model
    let (models, part) = [CounterRowModel].tested { app.$counters }
    #expect(models.count == 2)
    #expect(part?.liveValue == store.state.counters)
    var whole = whole
    let isThere = unsafe withUnsafeMutablePointer(to: &whole) { root in
      unsafe part?.change(in: UnsafeMutableRawPointer(root)) { $0.removeLast() }
    }
    #expect(isThere == true)
    #expect(whole.wrappedValue.counters == [.init(id: 1)])
    let other = Store<AppModel>(initialState: .init()).model
    #expect([CounterRowModel].tested { other.$counters }.part == nil)
  }

  // MARK: Names

  private func place<M: Model>(_ model: M?) -> ModelPlace? { model?.place.context.modelPlace }

  @Test func aModelIsNamedByItsIdentityOrThatAboveIt() {
    let app = store.model
    let row = app.$counters[0]
    let counter = row.$counter
    #expect(place(app)?.phrase == "AppModel")
    #expect(place(app.$factPrompt)?.phrase == "FactPromptModel")
    #expect(place(row)?.phrase == "CounterRowModel with the id 1")
    #expect(place(counter)?.phrase == "CounterModel of the CounterRowModel with the id 1")
    app.remove(1)
    #expect(row.place.description == "The CounterRowModel with the id 1")
    #expect(counter.place.description == "The CounterModel of the CounterRowModel with the id 1")
  }

  @Test func aModelIsReachedByAnExpression() {
    let app = store.model
    let row = app.$counters[1]
    #expect(place(app)?.path == "")
    #expect(place(app.$factPrompt)?.path == ".$factPrompt!")
    #expect(place(row)?.path == ".$counters[1]")
    #expect(place(row.$counter)?.path == ".$counters[1].$counter")
    #expect(store.root.testExpression(of: row.place.context) == ".model.$counters[1]")
    #expect(store.root.testExpression(of: store.root.context) == "")
    app.remove(1)
    #expect(place(row)?.path == ".$counters[0]")
    app.remove(2)
    #expect(place(row)?.path == nil)
  }

  @Test func aModelInAStructOfTheStateIsReachedByNone() {
    let store = Store<Boxed>(initialState: .init())
    let boxed = store.model
    #expect(place(boxed.boxed)?.phrase == "CounterModel")
    #expect(place(boxed.boxed)?.path == nil)
    #expect(place(boxed.$counter)?.path == ".$counter")
  }

  @Test func aModelThatNoTestFollowsForgetsWhoseItWas() {
    let store = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
    let counter = store.model.$counters[0].$counter
    store.model.remove(1)
    #expect(counter.place.description == "The CounterModel")
  }
}

import Foundation
import StrataOneStore
import StrataRendering
import Testing

private enum Chirp: Equatable, Sendable {
  case ping
  case pong
}

private struct Leaf: Model {
  typealias Event = Chirp

  struct State: Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State

  func replace(_ count: Int) { state = State(count: count) }
}

private struct Branch: Model {
  typealias Event = Chirp

  struct State: Equatable, Sendable {
    var count = 0
    @StateModel<Leaf> var leaf = .init()
  }

  // Another store's model, which is made while this one is.
  private let other = Branch.otherStore.model
  @ModelState private var state: State

  static let otherStore = Store<Leaf>(initialState: .init(count: 100))

  var otherCount: Int { other.count }

  func increment() { state.count += 1 }
}

private struct Item: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var count = 0
  }

  @ModelState private var state: State

  func increment() { state.count += 1 }
}

private struct Host: Model {
  struct State: Equatable, Sendable {
    @StateModel<Item?> var item = nil
  }

  @ModelState private var state: State

  func show(_ item: Item.State?) { state.item = item }
}

/// Clauses of the contract that a broken source has shown untested.
@Suite(.timeLimit(.minutes(10))) struct ContractTests {
  @Test func aModelOutsideOfAStoreEndsTheProgramAlsoAfterOthersWereMade() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store<Leaf>(initialState: .init())
      _ = store.model.count
      _ = Leaf().count
      withExtendedLifetime(store) {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("can only be used from a Model with an injected store view"))
  }

  @Test func aModelThatMakesAnotherOneShowsItsOwnPlace() {
    let store = Store<Branch>(initialState: .init(count: 1))
    store.model.increment()
    #expect(store.model.count == 2)
    #expect(store.model.otherCount == 100)
    #expect(store.state.count == 2)
  }

  @Test func aModelReplacesItsWholeState() {
    let store = Store<Branch>(initialState: .init())
    store.model.$leaf.replace(7)
    #expect(store.state.leaf == .init(count: 7))
    #expect(store.model.$leaf.count == 7)
  }

  /// The signals of one model until its store ends.
  private func countSignals(_ act: (Branch) -> Void) async -> Int {
    let signals: ModelStream<Void>
    do {
      let store = Store<Branch>(initialState: .init())
      signals = store.model.events(of: .ping)
      act(store.model)
      withExtendedLifetime(store) {}
    }
    var count = 0
    for await _ in signals { count += 1 }
    return count
  }

  @Test func eventsOfTheModelsOwnKindComeFromItselfAlone() async {
    let count = await countSignals { branch in
      branch.$leaf.send(.ping)
      branch.send(.pong)
      for _ in 0..<2 { branch.send(.ping) }
    }
    #expect(count == 2)
  }

  @Test func anOptionalChildOfAnotherIdIsAnotherChild() {
    let store = Store<Host>(initialState: .init(item: .init(id: 0, count: 1)))
    let former = store.model.$item
    store.model.show(.init(id: 5))
    #expect(former?.id == 0)
    #expect(former?.count == 1)
    #expect(store.model.$item?.id == 5)
  }

  @Test func aChildIsNotShownTheOverrideOfAnotherId() {
    let store = Store<Host>(initialState: .init(item: .init(id: 0, count: 1)))
    let item = store.model.$item
    let probe = RenderProbe { item?.count }
    store.stateOverride = .init(item: .init(id: 9, count: 90))
    #expect(probe.output == 1)
    #expect(RenderProbe { item?.count }.output == 1)
    #expect(item?.count == 1)
    store.stateOverride = .init(item: .init(id: 0, count: 2))
    #expect(probe.output == 2)
  }

  @Test func asynchronousContextsTagWithATypeToo() async {
    enum Key {}
    let store = Store<Leaf>(initialState: .init())
    let (leaf, notes) = (store.model, Notes())
    await leaf.withCancellationContext(for: Key.self) {
      await Task.yield()
      leaf.onCancel { notes.note("cancelled") }
    }
    #expect(notes.all == [])
    leaf.cancelAll(for: Key.self)
    #expect(notes.all == ["cancelled"])
    withExtendedLifetime(store) {}
  }
}

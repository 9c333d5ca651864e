import StrataOneStore
import Testing

private struct FactClient: Sendable {
  var fetch: @Sendable (Int) async -> String
  var name = "live"
}

extension DependencyValues {
  fileprivate var factClient: FactClient {
    get { self[FactClientKey.self] }
    set { self[FactClientKey.self] = newValue }
  }

  private enum FactClientKey: DependencyKey {
    static let liveValue = FactClient(fetch: { "live \($0)" })
    static let testValue = FactClient(fetch: { "test \($0)" }, name: "test")
  }
}

@Suite struct InheritedDependencyTests {
  @Test func aStoreHasTheDependenciesInForceWhereItIsMade() {
    let store = withDependencies {
      $0.factClient.name = "outside"
    } operation: {
      Store<Parent>(initialState: .init())
    }
    #expect(store.model.name == "outside")
    #expect(store.model.$left.name == "outside")
    let other = withDependencies {
      $0.factClient.name = "outside"
    } operation: {
      Store<Parent>(initialState: .init()) { $0.factClient.name += ", changed" }
    }
    #expect(other.model.$right.name == "outside, changed")
  }
}

private struct Parent: Model {
  struct State: Equatable, Sendable {
    @StateModel<Child> var left = .init()
    @StateModel<Child> var right = .init()
  }

  @ModelState private var state: State
  @ModelDependency(\.factClient.name) var name
}

private struct Child: Model {
  struct State: Equatable, Sendable {
    var fact = ""
    @StateModel<GrandChild> var child = .init()
  }

  @ModelState private var state: State
  @ModelDependency(\.factClient.fetch) var fetch
  @ModelDependency(\.factClient.name) var name
  @ModelProperty var visits = 0
  @ModelProperty var other = "other"

  func load(_ done: Collected<String>) {
    task {
      state.fact = await fetch(7)
      done.add(state.fact)
    }
  }

  func reset() { $name.reset() }
}

private struct GrandChild: Model {
  struct State: Equatable, Sendable {
    var number = 0
  }

  @ModelState private var state: State
  @ModelDependency(\.factClient.name) var name
}

@Suite(.timeLimit(.minutes(10))) struct DependencyTests {
  @Test func withoutAnOverrideATestHasTheTestValue() {
    let store = Store<Parent>(initialState: .init())
    #expect(store.model.name == "test")
  }

  @Test func aProgramHasTheLiveValueWithoutAnOverride() async {
    let store = Store<Parent>(initialState: .init()) { $0.context = .live }
    #expect(store.model.name == "live")
    let done = Collected<String>()
    store.model.$left.load(done)
    #expect(await done.first(1) == ["live 7"])
  }

  @Test func theStoresDependenciesReachAllModelsAndTheirTasks() async {
    let store = Store<Parent>(initialState: .init()) {
      $0.factClient.fetch = { "\($0) is a great number!" }
      $0.factClient.name = "great"
    }
    let done = Collected<String>()
    store.model.$right.load(done)
    #expect(await done.first(1) == ["7 is a great number!"])
    #expect(store.model.$left.$child.name == "great")
  }

  @Test func aWriteIsForTheModelAndThoseBelowAndCanBeReset() {
    let store = Store<Parent>(initialState: .init()) { $0.factClient.name = "store" }
    let parent = store.model
    parent.$left.name = "left"
    #expect(parent.name == "store")
    #expect(parent.$left.name == "left")
    #expect(parent.$left.$child.name == "left")
    #expect(parent.$right.name == "store")
    parent.$left.name = "later"
    #expect(parent.$left.$child.name == "later")
    parent.$left.reset()
    parent.$left.reset()
    #expect(parent.$left.name == "store")
    #expect(parent.$left.$child.name == "store")
    parent.name = "parent"
    #expect(parent.$left.$child.name == "parent")
  }

  @Test func aPropertyIsSharedByAllModelsOfAPlaceAndIsASequence() async {
    let store = Store<Parent>(initialState: .init())
    let model = store.model
    model.$left.visits += 1
    model.$left.visits += 1
    #expect(model.$left.visits == 2)
    #expect(model.$right.visits == 0)
    #expect(model.$left.other == "other")
    let left = model.$left
    var values = left.$visits.makeAsyncIterator()
    #expect(await values.next() == 2)
    left.visits = 5
    #expect(await values.next() == 5)
    #expect(store.state == .init())
  }
}

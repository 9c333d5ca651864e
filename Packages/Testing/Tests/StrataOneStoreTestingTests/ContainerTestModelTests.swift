import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Item: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var count = 0
  }

  @ModelState private var state: State

  func increment() { state.count += 1 }
}

private struct Shelf: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Item]> var items = []
    @StateModel<[Item]> var others = []
    @StateModel<IdentifiedArrayOf<Item>> var byID = []
    @StateModel<Item?> var chosen = nil
  }

  @ModelState private var state: State

  func add(_ id: Int) { state.items.append(.init(id: id)) }
  func removeAll() { state.items = [] }
  func addOther(_ id: Int) { state.others.append(.init(id: id)) }
  func addByID(_ id: Int) { state.byID.append(.init(id: id)) }
  func choose(_ id: Int?) { state.chosen = id.map { .init(id: $0) } }
}

@Suite struct ContainerTestModelTests {
  @Test(.simulated()) func aContainerHoldsTheModelsThatThereAreAtEachAccess() async {
    let store = TestStore<Shelf>(initialState: .init())
    @TestModel var shelf = store.model
    @TestModel var items = shelf.$items
    #expect(items.isEmpty)
    shelf.add(1)
    #expect(items.map(\.id) == [1])
    await $shelf.items.assert([.init(id: 1)])
    items[0].increment()
    shelf.add(2)
    #expect(items.map(\.count) == [1, 0])
    await $items.assert([.init(id: 1, count: 1), .init(id: 2)])
    shelf.removeAll()
    #expect(items.isEmpty)
    await $items.assert([])
  }

  @Test(.simulated()) func eachContainerIsOfItsOwnProperty() async {
    let store = TestStore<Shelf>(initialState: .init())
    @TestModel var shelf = store.model
    @TestModel var items = shelf.$items
    @TestModel var others = shelf.$others
    shelf.addOther(7)
    #expect(items.isEmpty)
    #expect(others.map(\.id) == [7])
    await $others.assert { $0 = [.init(id: 7)] }
    shelf.add(1)
    await $items.assert { $0.append(.init(id: 1)) }
  }

  @Test(.simulated()) func optionalsAndIdentifiedArraysAreContainersToo() async {
    let store = TestStore<Shelf>(initialState: .init())
    @TestModel var shelf = store.model
    @TestModel var chosen = shelf.$chosen
    @TestModel var byID = shelf.$byID
    #expect(chosen == nil)
    shelf.choose(4)
    #expect(chosen?.id == 4)
    await $chosen.assert(.init(id: 4))
    shelf.choose(nil)
    #expect(chosen == nil)
    await $chosen.assert(nil)
    shelf.addByID(5)
    byID[id: 5]?.increment()
    await $byID.assert([.init(id: 5, count: 1)])
  }

  @Test(.simulated()) func theRootMayBeAContainer() async {
    let store = TestStore<[Item]>(initialState: [.init(id: 1)])
    @TestModel var items = store.model
    items[0].increment()
    await $items.assert([.init(id: 1, count: 1)])
  }

  @Test func aContainerThatIsNotAsAssertedFailsWithTheDifference() async {
    let findings = await Findings.of {
      let store = TestStore<Shelf>(initialState: .init())
      @TestModel var shelf = store.model
      @TestModel var items = shelf.$items
      shelf.add(1)
      await $items.assert([.init(id: 2)])
      await $items.assert([.init(id: 1)])
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("id: 2") == true)
  }

  @Test func aContainerOfAPlainStoreCannotBeAsserted() async {
    let findings = await Findings.of {
      let store = Store<Shelf>(initialState: .init())
      @TestModel var items = store.model.$items
      #expect(items.isEmpty)
      await $items.assert([])
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("Tests need to use a TestStore") == true)
  }
}

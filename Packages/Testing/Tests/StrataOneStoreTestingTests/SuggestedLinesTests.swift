import Foundation
import StrataExtensions
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

/// The lines that failures suggest, fed back to the compiler: each stands below in a test that passes.
@Suite struct SuggestedLinesTests {
  @Test func linesOfStatesPass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      store.model.change()
    } asserting: {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      store.model.change()
      @TestModel var shop = store.model
      await $shop.assert {
        $0.shelves.remove(at: 2)
        $0.shelves[1].label.text = "a \"b\""
        $0.drawers[0].label.text = "first"
        $0.till?.text = "open"
        $0.mood = .merry(at: 3, "b")
        $0.sizes = [1, -2]
        $0.box.width = 2.5
        $0.note = nil
      }
    }
  }

  @Test func theLineOfADeclaredModelPasses() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var corner = store.model
      corner.$shelves[0].$label.write("x")
    } asserting: {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var corner = store.model
      corner.$shelves[0].$label.write("x")
      await $corner.assert { $0.shelves[0].label.text = "x" }
    }
  }

  @Test func theLineOfAWrongAssertionPasses() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var shop = store.model
      shop.$shelves[0].$label.write("x")
      await $shop.assert { $0.shelves[0].label.text = "y" }
    } asserting: {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var shop = store.model
      shop.$shelves[0].$label.write("x")
      await $shop.assert { $0.shelves[0].label.text = "x" }
    }
  }

  @Test func linesOfAStoreOfManyModelsPass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let store = TestStore<[Shelf]>(initialState: [.init(id: 1), .init(id: 2)])
      store.model[1].$label.write("x")
    } asserting: {
      let store = TestStore<[Shelf]>(initialState: [.init(id: 1), .init(id: 2)])
      store.model[1].$label.write("x")
      @TestModel var models = store.model
      await $models.assert { $0[1].label.text = "x" }
    }
  }

  @Test func whatNoLineCanAssignIsAPlaceholder() async {
    let findings = await Findings.of {
      let store = TestStore<Vault>(initialState: .init())
      store.model.change { $0.hush() }
    }
    #expect(
      findings.messages.first?.hasSuffix("await $vault.assert { $0 = <#Vault.State#> }") == true
    )
  }

  @Test func typesOfOtherModulesAreAssignedAsAWhole() async throws {
    try await SuggestedLines.check(
      kinds: [.state],
      replacing: ["<#Decimal#>": "Decimal(5) / 2", "<#URL#>": "URL(fileURLWithPath: \"/b\")"]
    ) {
      let store = TestStore<Vault>(initialState: .init())
      store.model.change {
        $0.range = 2..<5
        $0.price = 2.5
        $0.place = URL(fileURLWithPath: "/b")
      }
    } asserting: {
      let store = TestStore<Vault>(initialState: .init())
      store.model.change {
        $0.range = 2..<5
        $0.price = 2.5
        $0.place = URL(fileURLWithPath: "/b")
      }
      @TestModel var vault = store.model
      await $vault.assert {
        $0.range = 2..<5
        $0.price = Decimal(5) / 2
        $0.place = URL(fileURLWithPath: "/b")
      }
    }
  }

  @Test func linesOfAPlainStorePass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let store = Store<Shop>(initialState: Shop.stocked)
      store.model.change()
      withExtendedLifetime(store) {}
    } asserting: {
      let store = Store<Shop>(initialState: Shop.stocked)
      store.model.change()
      await expect {
        store.model.shelves.count == 2
        store.model.drawers[0].label.text == "first"
        store.model.till?.text == "open"
        store.model.mood == .merry(at: 3, "b")
        store.model.sizes == [1, -2]
        store.model.box.width == 2.5
        store.model.note == nil
      }
    }
  }

  @Test func noLineAssertsAnEventOfAPlainStore() async {
    let findings = await Findings.of {
      let store = Store<Shop>(initialState: Shop.stocked)
      store.model.send(.opened)
    }
    #expect(
      findings.messages.first?.hasSuffix("await settle(resetting: .events)") == true
    )
  }

  @Test func linesOfEventsPass() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var shop = store.model
      shop.announce()
    } asserting: {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var shop = store.model
      shop.announce()
      @TestModel var label = store.model.$shelves[1].$label
      await $label.receive(.written("x"))
      await $label.receive("foreign")
      @TestModel var label2 = store.model.$till!
      await $label2.receive(.written("y"))
      @TestModel var shelf = store.model.$drawers[0]
      await $shelf.receive(2 as UInt8)
      await $shop.receive(.opened)
    }
  }

  @Test func eventsNameTheRowThatHasSentThemAndTheLine() async {
    let line = #line + 4
    let findings = await Findings.of {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      let shelf = store.model.$shelves[1]
      shelf.$label.send(.written("x"))
      store.model.$shelves[2].send(Shop.Sealed())
    }
    let file = "StrataOneStoreTestingTests/SuggestedLinesTests.swift"
    #expect(
      findings.messages == [
        """
        Events not exhausted: at the end of the test these were not received:

          .written("x") from the Label of the Shelf with the id 2, sent at \(file):\(line)
          Sealed() from the Shelf with the id 3, sent at \(file):\(line + 1)

        `receive` waits for an event that one model has sent, and takes it. It compares the event: make Shop.Sealed \
        Equatable. These lines would pass:
          @TestModel var label = store.model.$shelves[1].$label
          await $label.receive(.written("x"))
        """
      ]
    )
  }

  @Test func whatCannotBeWrittenIsAPlaceholder() async {
    let findings = await Findings.of {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      let shelf = store.model.$shelves[0]
      shelf.send(.moved(Date(timeIntervalSince1970: 0)))
      store.model.replaceShelves()
    }
    #expect(findings.kinds == [.state, .events])
    let state = findings.messages.first
    #expect(
      state?.hasSuffix(
        """
        These lines would pass:
          @TestModel var shop = store.model
          await $shop.assert { $0.shelves = <#Array<Shelf.State>#> }
        """
      ) == true,
      "\(state ?? "")"
    )
    let events = findings.messages.last
    #expect(
      events?.hasSuffix(
        """
        These lines would pass:
          @TestModel var shelf = <#Shelf#>
          await $shelf.receive(<#Shelf.Event#>)
        """
      ) == true,
      "\(events ?? "")"
    )
    #expect(events?.contains("from the Shelf with the id 1, sent at") == true)
  }

  @Test func aNewElementIsAPlaceholder() async {
    let findings = await Findings.of {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      @TestModel var shop = store.model
      shop.addShelf()
    }
    let line = "await $shop.assert { $0.shelves.append(<#Shelf.State#>) }"
    #expect(findings.messages.first?.hasSuffix("This line would pass:\n  \(line)") == true)
  }
}

/// A write after the end names the row and the line that writes.
@Suite struct LateWriteTests {
  private let file = "StrataOneStoreTestingTests/SuggestedLinesTests.swift"

  private func text(_ model: String) -> String {
    """
    \(model) was written, but its state is not in the store: it has been removed, or only an override has it. The \
    write is dropped. Cancel the model's work when its state goes, or look first whether it is there. This is \
    reported once for each piece of state.
    """
  }

  @Test func ofTheRowItself() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      let shelf = store.model.$shelves[1]
      store.model.replaceShelves()
      shelf.stamp()
      shelf.stamp()
    }
    #expect(findings.messages == [text("The Shelf with the id 2")])
    #expect(findings.places == ["\(file):\(Shelf.lineOfStamp)"])
  }

  @Test func ofAModelBelowTheRow() async {
    let findings = await Findings.of(exhaustivity: .off) {
      let store = TestStore<Shop>(initialState: Shop.stocked)
      let label = store.model.$drawers[0].$label
      store.model.emptyDrawers()
      label.write("late")
    }
    #expect(findings.messages == [text("The Label of the Shelf with the id 7")])
    #expect(findings.places == ["\(file):\(Label.lineOfWrite)"])
  }
}

private struct Label: Model {
  struct State: Equatable, Sendable {
    var text = ""
  }
  enum Event: Equatable, Sendable { case written(String) }

  @ModelState private var state: State

  static let lineOfWrite = #line + 1
  func write(_ text: String) { state.text = text }
}

private struct Shelf: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var stamps = 0
    @StateModel<Label> var label = .init()
  }
  enum Event: Equatable, Sendable { case moved(Date) }

  @ModelState private var state: State

  static let lineOfStamp = #line + 1
  func stamp() { state.stamps = 1 }
}

private struct Vault: Model {
  struct State: Equatable, Sendable {
    private(set) var secret = 0
    var range = 0..<1
    var price = Decimal(1)
    var place = URL(fileURLWithPath: "/a")

    mutating func hush() { secret += 1 }
  }

  @ModelState private var state: State

  func change(_ change: (inout State) -> Void) { $state.transaction(change) }
}

private struct Shop: Model {
  enum Mood: Equatable, Sendable {
    case sad
    case merry(at: Int, String)
  }
  struct Box: Equatable, Sendable {
    var width = 1.5
    var height = 1
  }
  struct Sealed: Sendable {}
  struct State: Equatable, Sendable {
    @StateModel<[Shelf]> var shelves = []
    @StateModel<IdentifiedArrayOf<Shelf>> var drawers = []
    @StateModel<Label?> var till = .init()
    var mood = Mood.sad
    var sizes: [Int] = []
    var box = Box()
    var note: String? = "x"
  }
  enum Event: Equatable, Sendable { case opened }

  static let stocked = State(
    shelves: [.init(id: 1), .init(id: 2), .init(id: 3)],
    drawers: [.init(id: 7)]
  )

  @ModelState private var state: State

  func change() {
    state.shelves.removeLast()
    state.shelves[1].label.text = "a \"b\""
    state.drawers[0].label.text = "first"
    state.till?.text = "open"
    state.mood = .merry(at: 3, "b")
    state.sizes = [1, -2]
    state.box.width = 2.5
    state.note = nil
  }

  func announce() {
    let model = self
    model.$shelves[1].$label.send(.written("x"))
    model.$shelves[1].$label.send("foreign")
    model.$till?.send(.written("y"))
    model.$drawers[0].send(2 as UInt8)
    send(.opened)
  }

  func addShelf() { state.shelves.append(.init(id: 4)) }

  func replaceShelves() { state.shelves = [.init(id: 8), .init(id: 9)] }

  func emptyDrawers() { state.drawers = [] }
}

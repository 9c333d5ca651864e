import StrataStores
import Testing

private struct PersonState: StateContainer {
  enum State: EnumState {
    case loading
    case main(firstName: String, lastName: String)
    case error(EquatableError)
  }

  var current: State
  var searchText = ""

  // Queries.

  var fullName: String? {
    switch current {
    case .main(let firstName, let lastName): "\(firstName) \(lastName)"
    case .loading, .error: nil
    }
  }

  var titleText: String { fullName.map { "Hello, \($0)" } ?? "Hello!" }

  // Transactions.

  mutating func toMain(firstName: String, lastName: String) {
    update { $0.current = .main(firstName: firstName, lastName: lastName) }
  }

  mutating func search(for text: String) {
    update {
      $0.searchText = text
      $0.current = $0.searchText.isEmpty ? .loading : $0.current
    }
  }
}

@Suite struct StateContainerTests {
  @Test func holdsACaseAndDataOfNoCase() {
    let state = PersonState(current: .loading, searchText: "a")
    #expect(state == PersonState(current: .loading, searchText: "a"))
    #expect(state != PersonState(current: .loading, searchText: "b"))
  }

  @Test func firstCaseMayBeADefaultOrGiven() {
    #expect(CounterState().current == .idle)
    #expect(PersonState(current: .loading).current == .loading)
  }

  @Test func dataOfACaseGoesWithTheCase() {
    var state = PersonState(current: .main(firstName: "Ada", lastName: "Lovelace"))
    #expect(state.fullName == "Ada Lovelace")
    state.current = .loading
    #expect(state.fullName == nil)
  }

  @Test func queriesUseOtherQueries() {
    #expect(PersonState(current: .loading).titleText == "Hello!")
    let state = PersonState(current: .main(firstName: "Ada", lastName: "Lovelace"))
    #expect(state.titleText == "Hello, Ada Lovelace")
  }

  @Test func transactionsNeedNoStore() {
    var state = PersonState(current: .loading)
    state.toMain(firstName: "Ada", lastName: "Lovelace")
    #expect(state.current == .main(firstName: "Ada", lastName: "Lovelace"))
  }

  @Test func updateSeesItsOwnChanges() {
    var state = PersonState(current: .main(firstName: "A", lastName: "B"), searchText: "x")
    state.search(for: "y")
    #expect(state.fullName == "A B")
    state.search(for: "")
    #expect(state.current == .loading)
  }

  @Test func updateGivesWhatItsClosureReturns() {
    var state = CounterState()
    let count = state.update {
      $0.count += 2
      return $0.count
    }
    #expect(count == 2)
  }

  @Test func updateThrowsWhatItsClosureThrowsAndKeepsWhatWasChanged() {
    struct Failure: Error {}
    var state = CounterState()
    #expect(throws: Failure.self) {
      try state.update {
        $0.count = 1
        throw Failure()
      }
    }
    #expect(state.count == 1)
  }
}

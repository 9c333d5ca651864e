import StrataOneStore
import Testing

private struct Tally: Model {
  struct State: Equatable, Sendable {
    var isOpen = false
    var count = 0
    var rows = [1, 2, 3]
  }

  struct Rejection: Error {}

  @ModelState private var state: State

  func count(_ count: Int) { state.count = count }

  func set(_ row: Int) { state.rows[0] = row }

  func reject() throws {
    try $state.transaction { state in
      state.rows.append(4)
      state.isOpen = true
      throw Rejection()
    }
  }

  func changeNothing() { $state.transaction { _ in } }
}

/// A model whose states cannot be compared.
private struct Sheet: Model {
  struct State: Sendable {
    var count = 0
    var rows = [1, 2, 3]
  }

  @ModelState private var state: State

  func count(_ count: Int) { state.count = count }
}

/// What a traveler records.
@Suite struct TravelRecordTests {
  @Test func whatLeavesTheStateEqualMakesNoRecord() throws {
    let store = Store<Tally>(initialState: .init())
    let tally = store.model
    let traveler = TimeTraveler.local(for: store)
    for _ in 0..<3 {
      #expect(throws: Tally.Rejection.self) { try tally.reject() }
      tally.changeNothing()
      tally.count(0)
      tally.set(1)
    }
    #expect(traveler.records.map(\.state) == [.init()])
    tally.count(1)
    tally.count(1)
    tally.count(0)
    #expect(traveler.records.map(\.state.count) == [0, 1, 0])
    #expect(traveler.records.map(\.number) == [0, 1, 2])
  }

  @Test func aStateThatTheReducerDropsIsNotRecordedAgain() {
    let store = Store<Tally>(initialState: .init())
    let tally = store.model
    let traveler = TimeTraveler.local(for: store, reducer: .init { $0 = Array($0.prefix(1)) })
    tally.set(7)
    tally.set(7)
    tally.set(8)
    #expect(traveler.records.map(\.number) == [0])
    tally.set(1)
    #expect(traveler.records.map(\.state) == [.init()])
  }

  @Test func aStateWithoutEqualityIsRecordedWhenItsMemoryDiffers() {
    let store = Store<Sheet>(initialState: .init())
    let traveler = TimeTraveler.local(for: store)
    store.model.count(0)
    store.model.count(1)
    store.model.count(1)
    #expect(traveler.records.map(\.state.count) == [0, 1])
  }

  @Test func eachRecordAndEachChoiceIsToldWithItsPosition() async {
    let store = Store<Tally>(initialState: .init())
    let traveler = TimeTraveler.local(for: store)
    var updates = traveler.updates.makeAsyncIterator()
    store.model.count(1)
    store.model.changeNothing()
    store.model.count(2)
    traveler.setOverride(at: 0)
    traveler.setOverride(.init(count: 9))
    traveler.clearOverride()
    var positions: [[Int]] = []
    for _ in 0..<5 {
      if let update = await updates.next() { positions.append([update.index, update.count]) }
    }
    #expect(positions == [[1, 2], [2, 3], [0, 3], [2, 3], [2, 3]])
  }
}

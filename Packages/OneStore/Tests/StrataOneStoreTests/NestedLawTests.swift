import Foundation
import StrataConcurrency
import StrataOneStore
import StrataRendering
import Testing

/// A store under random operations is as a plain value under the same: in its state, in what views are told, in which
/// models begin and end, and in what lives afterwards.
@Suite(.timeLimit(.minutes(10))) struct NestedLawTests {
  private static let operations =
    ProcessInfo.processInfo.environment["STRATA_LAW_OPERATIONS"].flatMap(Int.init) ?? 400

  @Test(arguments: 0..<6)
  func aStoreOfNestedListsAndCasesIsAsAPlainValue(_ seed: Int) {
    let living = LifeCount()
    do {
      var operations = TableOperations(seed: UInt64(seed) &* 7_919 &+ 1, living)
      let notes = Notes()
      let store = Store<TableModel>(initialState: .init()) { $0.activations = notes }
      let table = store.model
      var plain = TableModel.State()
      let readers = TableReaders(table)
      #expect(notes.take().sorted() == TableLives(plain).names)
      for number in 0..<Self.operations {
        let former = plain
        let counts = readers.counts
        let operation = operations.next(plain)
        operation.apply(table)
        operation.apply(&plain)
        guard store.state == plain else {
          Issue.record(
            "Operation \(number), \(operation.name), of seed \(seed) gives another state."
          )
          return
        }
        let faults = readers.faults(since: counts, former, plain)
        let lives = TableLives.faults(notes.take(), from: former, to: plain)
        guard faults.isEmpty, lives.isEmpty else {
          Issue.record(
            "Operation \(number), \(operation.name), of seed \(seed): \(faults) \(lives)"
          )
          return
        }
      }
      readers.cancel()
    }
    #expect(living.value == 0)
  }

  @Test(arguments: 0..<4)
  func viewsSeeTheOverrideAndAreToldOfWhatDiffers(_ seed: Int) {
    let living = LifeCount()
    do {
      var operations = TableOperations(seed: UInt64(seed) &* 104_729 &+ 5, living)
      var numbers = RandomNumbers(UInt64(seed))
      let store = Store<TableModel>(initialState: .init())
      let table = store.model
      var (plain, override) = (TableModel.State(), TableModel.State?.none)
      let readers = TableReaders(table)
      for number in 0..<Self.operations {
        let (former, counts) = (override ?? plain, readers.counts)
        let name: String
        switch numbers.next(below: 8) {
        case 0, 1, 2:
          var next = override ?? plain
          let operation = operations.next(next)
          operation.apply(&next)
          (override, name) = (next, "override by \(operation.name)")
          store.stateOverride = next
        case 3:
          (override, name) = (nil, "no override")
          store.stateOverride = nil
        default:
          let operation = operations.next(plain)
          operation.apply(table)
          operation.apply(&plain)
          name = operation.name
        }
        let faults = readers.faults(
          since: counts,
          former,
          override ?? plain,
          isBehindOverride: override == nil ? name == "no override" : former == override
        )
        guard store.state == plain, faults.isEmpty else {
          Issue.record("Operation \(number), \(name), of seed \(seed): \(faults)")
          return
        }
      }
      readers.cancel()
    }
    #expect(living.value == 0)
  }

  @Test(arguments: 0..<2)
  func severalThreadsChangeTheWholeWhileTheOverrideChanges(_ seed: Int) async {
    let living = LifeCount()
    do {
      let notes = Notes()
      let store = Store<TableModel>(initialState: .init()) { $0.activations = notes }
      let table = store.model
      let readers = TableReaders(table)
      let later = TableReaders(table, on: SerialDelivery(label: "views"))
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<3 {
          group.addTask {
            let seed = UInt64(seed) &* 7_919 &+ UInt64(thread)
            var operations = TableOperations(seed: seed, firstID: 1_000 * thread, living)
            for _ in 0..<Self.operations {
              table.change { state in operations.next(state).apply(&state) }
            }
          }
        }
        group.addTask {
          var operations = TableOperations(seed: UInt64(seed) &+ 99, firstID: 10_000, living)
          var override = TableModel.State()
          for number in 0..<Self.operations {
            operations.next(override).apply(&override)
            store.stateOverride = number % 3 == 0 ? nil : override
          }
          store.stateOverride = nil
        }
      }
      let state = store.state
      #expect(readers.wrongOutputs(state) == [])
      for _ in 0..<10_000 {
        guard later.wrongOutputs(state) != [] else { break }
        await Task.yield()
      }
      #expect(later.wrongOutputs(state) == [])
      expectLives(state, notes.take())
      readers.cancel()
      later.cancel()
    }
    for _ in 0..<10_000 {
      guard living.value != 0 else { break }
      await Task.yield()
    }
    #expect(living.value == 0)
  }

  @Test(arguments: [2, 4])
  func nothingStaysOfListsOfListsThatSeveralThreadsReplace(_ threads: Int) async {
    let living = LifeCount()
    for _ in 0..<20 {
      let store = Store<TableModel>(initialState: .init())
      let table = store.model
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<threads {
          group.addTask {
            for number in 0..<30 {
              table.change { state in
                state.columns = Self.columns(from: number % 2, living)
                state.focus = .init(id: number, items: [.init(id: 1, token: living.makeToken())])
              }
            }
          }
        }
      }
    }
    for _ in 0..<10_000 {
      guard living.value != 0 else { break }
      await Task.yield()
    }
    #expect(living.value == 0)
  }

  private static func columns(
    from first: Int,
    _ living: LifeCount
  ) -> IdentifiedArrayOf<ColumnModel.State> {
    var columns: IdentifiedArrayOf<ColumnModel.State> = []
    for id in first..<first + 3 {
      let cards = (0..<3).map { CardModel.State(id: $0 + first, token: living.makeToken()) }
      columns.append(.init(id: id, cards: cards, token: living.makeToken()))
    }
    return columns
  }

  /// Each model begins and ends in turn, and what is there now has not ended.
  private func expectLives(_ state: TableModel.State, _ notes: [String]) {
    let lives = notes.reduce(into: [String: Int]()) { lives, note in
      lives[String(note.dropFirst()), default: 0] += note.hasPrefix("+") ? 1 : -1
    }
    let expected = TableLives(state).names.reduce(into: [String: Int]()) {
      $0[String($1.dropFirst()), default: 0] += 1
    }
    #expect(lives.filter { $0.value != 0 } == expected)
  }

  @Test func fourThreadsWithRandomOperationsAreAsFourPlainValues() async {
    let living = LifeCount()
    do {
      let notes = Notes()
      var plain = TableModel.State()
      for id in 0..<4 { plain.columns.append(.init(id: id, token: living.makeToken())) }
      let store = Store<TableModel>(initialState: plain) { $0.activations = notes }
      let table = store.model
      let readers = TableReaders(table)
      let results = await withTaskGroup(of: ColumnModel.State.self) { group in
        for id in 0..<4 {
          group.addTask {
            let column = table.$columns[id: id]!
            var own = column.stateContainer
            var operations = TableOperations(
              seed: UInt64(id) &+ 77,
              firstID: 1_000 * (id + 1),
              living
            )
            for _ in 0..<Self.operations {
              let operation = operations.nextOfColumn(own)
              column.change(operation)
              operation(&own)
            }
            return own
          }
        }
        var results: [ColumnModel.State] = []
        for await result in group { results.append(result) }
        return results
      }
      for result in results { plain.columns[id: result.id] = result }
      #expect(store.state == plain)
      #expect(readers.wrongOutputs(plain) == [])
      expectLives(plain, notes.take())
      readers.cancel()
    }
    // What the four tasks have kept goes a moment after their results have come.
    for _ in 0..<10_000 {
      guard living.value != 0 else { break }
      await Task.yield()
    }
    #expect(living.value == 0)
  }
}

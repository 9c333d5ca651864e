import Foundation
import StrataOneStore
import StrataRendering
import Testing

/// A store that several threads change, in its structure and in its parts, is as a plain value that had all changes.
@Suite(.timeLimit(.minutes(10))) struct SharedLawTests {
  private static let operations =
    ProcessInfo.processInfo.environment["STRATA_LAW_OPERATIONS"].flatMap(Int.init) ?? 400

  @Test func elementsThatMoveWhileTheyAreWrittenLoseNothing() async {
    let notes = Notes()
    let rows = (0..<4).map { CounterRowModel.State(id: $0) }
    let store = Store<AppModel>(initialState: .init(counters: rows)) { $0.activations = notes }
    let app = store.model
    let sum = RenderProbe { app.sum }
    let ids = RenderProbe { app.$counters.map(\.id) }
    let counts = (0..<3).map { id in
      let row = app.$counters[id].$counter
      return RenderProbe { row.count }
    }
    let operations = Self.operations
    await withTaskGroup(of: Void.self) { group in
      for id in 0..<3 {
        // The handle is taken once, and its element moves below it.
        let row = app.$counters[id].$counter
        group.addTask { for _ in 0..<operations { row.incrementTapped() } }
      }
      group.addTask {
        var numbers = RandomNumbers(5)
        for number in 0..<operations {
          switch numbers.next(below: 4) {
          case 0: app.transaction { $0.counters.shuffle(using: &numbers.generator) }
          case 1: app.transaction { $0.counters.append(.init(id: 10 + number)) }
          case 2: app.transaction { $0.counters.removeAll { $0.id > 9 && $0.id % 2 == 0 } }
          default: app.transaction { $0.counters.reverse() }
          }
        }
      }
    }
    let state = store.state
    for id in 0..<3 {
      #expect(state.counters.first { $0.id == id }?.counter.count == operations)
    }
    #expect(sum.output == 3 * operations)
    #expect(ids.output == state.counters.map(\.id))
    #expect(Set(state.counters.map(\.id)).count == state.counters.count)
    #expect(counts.map(\.output) == [operations, operations, operations])
    // No view is evaluated more often than there were changes of what it shows.
    #expect(counts.allSatisfy { $0.evaluations <= operations + 1 })
    expectLives(of: state.counters.map(\.id), notes.all)
  }

  /// Each element begins once for each time that it comes, and ends once for each time that it goes.
  private func expectLives(of living: [Int], _ notes: [String]) {
    var isLiving: [String: Bool] = [:]
    for note in notes where note != "app" && !note.hasSuffix("prompt") {
      let key = note.replacingOccurrences(of: "end ", with: "row ")
      let begins = note.hasPrefix("row")
      #expect((isLiving[key] ?? false) != begins, "\(note) came twice in a row")
      isLiving[key] = begins
    }
    #expect(Set(isLiving.filter(\.value).keys) == Set(living.map { "row \($0)" }))
  }

  @Test func nothingLivesAfterTheStoreAndItsViews() async {
    weak var notes: Notes?
    weak var released: Store<AppModel>?
    weak var token: LifeCount.Token?
    do {
      let living = LifeCount()
      let own = Notes()
      notes = own
      let value = living.makeToken()
      token = value
      let store = Store<TokenModel>(initialState: .init(token: value)) { $0.activations = own }
      let app = Store<AppModel>(initialState: .init(counters: [.init(id: 1)])) {
        $0.activations = own
      }
      released = app
      let probe = RenderProbe { app.model.$counters.map(\.$counter.count) }
      app.model.add(2)
      app.model.$counters[1].$counter.incrementTapped()
      store.model.touch()
      probe.cancel()
    }
    #expect(released == nil)
    // The loops of the models return a moment after they have been cancelled.
    for _ in 0..<10_000 {
      guard notes != nil else { break }
      await Task.yield()
    }
    #expect(token == nil)
    #expect(notes == nil)
  }
}

private struct TokenModel: Model {
  struct State: Sendable {
    var token: LifeCount.Token?
    var count = 0
  }

  @ModelState private var state: State

  func touch() { state.count += 1 }
}

extension RandomNumbers {
  /// The same numbers, as the standard library takes them.
  fileprivate var generator: Generator {
    get { Generator(numbers: self) }
    set { self = newValue.numbers }
  }

  fileprivate struct Generator: RandomNumberGenerator {
    var numbers: RandomNumbers

    mutating func next() -> UInt64 {
      var result: UInt64 = 0
      for _ in 0..<4 { result = result << 16 | UInt64(numbers.next(below: 65_536)) }
      return result
    }
  }
}

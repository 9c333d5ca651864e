import Foundation
import StrataOneStore
import StrataRendering
import Testing

/// Numbers that look random, the same at each run.
private struct Numbers {
  var seed: UInt64

  mutating func next(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((seed >> 33) % UInt64(max(limit, 1)))
  }
}

@Suite(.timeLimit(.minutes(10))) struct LawTests {
  private static let operations =
    ProcessInfo.processInfo.environment["STRATA_LAW_OPERATIONS"].flatMap(Int.init) ?? 400

  /// One operation, on a store and on a plain value.
  private func step(
    _ numbers: inout Numbers,
    _ app: AppModel,
    _ plain: inout AppModel.State,
    _ nextID: inout Int
  ) {
    let count = plain.counters.count
    let index = numbers.next(below: count)
    switch numbers.next(below: 9) {
    case 0:
      nextID += 1
      app.add(nextID)
      plain.counters.append(.init(id: nextID))
    case 1:
      nextID += 1
      app.insert(nextID, at: index)
      plain.counters.insert(.init(id: nextID), at: index)
    case 2 where count > 0:
      let id = plain.counters[index].id
      app.remove(id)
      plain.counters.remove(at: index)
    case 3 where count > 1:
      let target = numbers.next(below: count - 1)
      app.move(from: index, to: target)
      plain.counters.insert(plain.counters.remove(at: index), at: target)
    case 4 where count > 0:
      app.$counters[index].$counter.incrementTapped()
      plain.counters[index].counter.count += 1
    case 5:
      var rows = plain.counters
      rows.reverse()
      if !rows.isEmpty { rows[0].counter.count += 10 }
      app.replace(rows)
      plain.counters = rows
    case 6:
      if plain.factPrompt == nil {
        app.showPrompt("\(nextID)")
        plain.factPrompt = .init(count: 0, fact: "\(nextID)")
      } else {
        app.hidePrompt()
        plain.factPrompt = nil
      }
    case 7:
      app.setTitle("\(index)")
      plain.title = "\(index)"
    default:
      try? app.transaction {
        $0.title = "never"
        $0.counters = []
        throw CancellationError()
      }
    }
  }

  @Test(arguments: 0..<5)
  func theStoreIsAsAPlainValueAfterTheSameOperations(_ seed: Int) {
    let notes = Notes()
    let store = Store<AppModel>(initialState: .init()) { $0.activations = notes }
    let app = store.model
    var plain = AppModel.State()
    var numbers = Numbers(seed: UInt64(seed))
    var nextID = 0
    var lives: [String: Int] = [:]
    // A view of each kind, which is updated if and only if what it reads differs.
    let ids = RenderProbe { app.$counters.map(\.id) }
    let sum = RenderProbe { app.sum }
    let title = RenderProbe { app.title }
    _ = notes.take()
    for number in 0..<Self.operations {
      let former = plain
      let evaluations = (ids.evaluations, sum.evaluations, title.evaluations)
      step(&numbers, app, &plain, &nextID)
      guard store.state == plain else {
        Issue.record("Operation \(number) of seed \(seed) gives another state.")
        return
      }
      let hasNewIDs = former.counters.map(\.id) != plain.counters.map(\.id)
      #expect((ids.evaluations != evaluations.0) == hasNewIDs)
      #expect((sum.evaluations != evaluations.1) == (former.sum != plain.sum))
      #expect((title.evaluations != evaluations.2) == (former.title != plain.title))
      #expect(ids.output == plain.counters.map(\.id))
      #expect(sum.output == plain.sum)
      for note in notes.take() where !note.hasSuffix("prompt") {
        let key = note.replacingOccurrences(of: "end ", with: "row ")
        lives[key, default: 0] += note.hasPrefix("row") ? 1 : -1
        #expect([0, 1].contains(lives[key] ?? 0))
      }
      let living = Set(lives.filter { $0.value == 1 }.map(\.key))
      #expect(living == Set(plain.counters.map { "row \($0.id)" }))
    }
  }

  @Test func fourThreadsLoseNoChange() async {
    let rows = (0..<4).map { CounterRowModel.State(id: $0) }
    let store = Store<AppModel>(initialState: .init(counters: rows))
    let app = store.model
    let count = Self.operations
    let sum = RenderProbe { app.sum }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          let own = app.$counters[thread]
          for number in 0..<count {
            own.$counter.incrementTapped()
            app.change { $0.title += "x" }
            if number % 10 == 0 {
              app.add(1_000 + thread * count + number)
              app.remove(1_000 + thread * count + number)
            }
          }
        }
      }
    }
    #expect(store.state.counters.map(\.counter.count) == [count, count, count, count])
    #expect(store.state.title.count == 4 * count)
    #expect(app.$counters.map(\.id) == [0, 1, 2, 3])
    #expect(sum.output == 4 * count)
  }
}

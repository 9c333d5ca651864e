import StrataConcurrency
import StrataOneStore
import StrataRendering
import Testing

private struct Leaf: Model {
  struct State: Equatable, Sendable { var number = 0 }

  @ModelState private var state: State

  func hit() { state.number += 1 }
}

private struct Row: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var number: Int
    @StateModel<Leaf?> var leaf = nil

    init(_ id: Int, _ number: Int, leaf: Int? = nil) {
      self.id = id
      self.number = number
      self.leaf = leaf.map { .init(number: $0) }
    }

    var text: String { "\(id):\(number)\(leaf.map { "(\($0.number))" } ?? "")" }
  }

  @ModelState private var state: State
  @ModelDependency(\.duplicateLog) private var log

  func onActivate() {
    let (log, id) = (log, state.id)
    log.add(id)
    onDeactivate { log.remove(id) }
  }

  var text: String { "\(self.id):\(self.number)\(self.$leaf.map { "(\($0.number))" } ?? "")" }

  func change(_ body: (inout State) -> Void) { body(&state) }
  func rename(_ id: Int) { state.id = id }
  func become(_ new: State) { state = new }
}

private struct Table: Model {
  struct State: Equatable, Sendable { @StateModel<[Row]> var rows = [] }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { body(&state) }
}

/// The identities of the models that are active.
private final class ActiveIDs: Sendable {
  private let ids = Locked<[Int]>([], rank: .leaf)

  var sorted: [Int] { ids.withLock { $0.sorted() } }
  func add(_ id: Int) { ids.withLock { $0.append(id) } }
  func remove(_ id: Int) {
    ids.withLock { ids in
      if let place = ids.firstIndex(of: id) { ids.remove(at: place) }
    }
  }
}

private enum DuplicateLogKey: DependencyKey {
  static let liveValue = ActiveIDs()
  static let testValue = ActiveIDs()
}

extension DependencyValues {
  fileprivate var duplicateLog: ActiveIDs {
    get { self[DuplicateLogKey.self] }
    set { self[DuplicateLogKey.self] = newValue }
  }
}

/// Of several elements with one identity, the first has a model, whoever changes the identities.
@Suite struct DuplicateIdentityTests {
  private let active = ActiveIDs()

  private func store(_ rows: [Row.State]) -> Store<Table> {
    let store = Store<Table>(
      initialState: .init(rows: rows),
      dependencies: { [active] in $0.duplicateLog = active }
    )
    _ = store.model
    return store
  }

  private func shown(_ rows: [Row.State]) -> [Row.State] {
    var known: Set<Int> = []
    return rows.filter { known.insert($0.id).inserted }
  }

  @Test func theSecondOfTwoHasAModelOnceTheFirstIsAnother() {
    let store = store([.init(1, 10, leaf: 1), .init(1, 20), .init(2, 30, leaf: 3)])
    let view = RenderProbe { [table = store.model] in table.$rows.map(\.text) }
    store.model.$rows[0].rename(7)
    #expect(store.state.rows.map(\.text) == ["7:10(1)", "1:20", "2:30(3)"])
    #expect(view.output == ["7:10(1)", "1:20", "2:30(3)"])
    #expect(active.sorted == [1, 2, 7])
    store.model.$rows[1].change { $0.number = 21 }
    #expect(view.output == ["7:10(1)", "1:21", "2:30(3)"])
  }

  @Test func theFirstHasTheModelWhenItTakesALaterOnesIdentity() {
    let store = store([.init(5, 1), .init(1, 2), .init(1, 3), .init(3, 4, leaf: 9)])
    let view = RenderProbe { [table = store.model] in table.$rows.map(\.text) }
    let last = store.model.$rows[2]
    let one = RenderProbe { last.text }
    store.model.$rows[0].rename(3)
    #expect(view.output == ["3:1", "1:2"])
    #expect(one.output == "3:1")
    #expect(active.sorted == [1, 3])
  }

  @Test(arguments: 0..<24)
  func modelsAreThoseOfTheFirstElementsOfAPlainValue(_ seed: Int) {
    var numbers = RandomNumbers(UInt64(seed) &* 7_919 &+ 3)
    var plain: [Row.State] = [.init(0, 1), .init(1, 2, leaf: 1), .init(0, 3)]
    let store = store(plain)
    let table = store.model
    let view = RenderProbe { table.$rows.map(\.text) }
    for step in 0..<300 {
      let rows = shown(plain)
      let place = numbers.next(below: max(rows.count, 1))
      let id = numbers.next(below: 5)
      let operation = numbers.next(below: 10)
      let raw = rows.isEmpty ? nil : plain.firstIndex { $0.id == rows[place].id }
      switch (operation, raw) {
      case (0, let raw?), (1, let raw?):
        table.$rows[place].rename(id)
        plain[raw].id = id
      case (2, let raw?):
        table.$rows[place].become(.init(id, step, leaf: step))
        plain[raw] = .init(id, step, leaf: step)
      case (3, let raw?):
        table.$rows[place].change { $0.number = step }
        plain[raw].number = step
      case (4, let raw?) where plain[raw].leaf != nil:
        table.$rows[place].$leaf?.hit()
        plain[raw].leaf?.number += 1
      case (5, let raw?):
        table.change { $0.rows[raw].id = id }
        plain[raw].id = id
      case (6, let raw?):
        table.change { $0.rows.remove(at: raw) }
        plain.remove(at: raw)
      case (7, let raw?):
        table.change { $0.rows.swapAt(raw, 0) }
        plain.swapAt(raw, 0)
      default:
        let end = numbers.next(below: plain.count + 1)
        table.change { $0.rows.insert(.init(id, step), at: end) }
        plain.insert(.init(id, step), at: end)
      }
      let expected = shown(plain)
      let texts = expected.map(\.text)
      guard store.state.rows == plain, table.$rows.map(\.text) == texts, view.output == texts,
        active.sorted == expected.map(\.id).sorted()
      else {
        Issue.record(
          """
          Step \(step), operation \(operation), of seed \(seed): \(texts) are \(table.$rows.map(\.text)), \
          the view shows \(view.output), \(active.sorted) are active
          """
        )
        return
      }
    }
  }
}

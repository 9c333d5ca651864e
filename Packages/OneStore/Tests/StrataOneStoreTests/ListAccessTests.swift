import StrataConcurrency
import StrataOneStore
import StrataRendering
import Synchronization
import Testing

/// Counts how often rows are asked for their identities.
private final class Questions: Sendable {
  private let number = Atomic<Int>(0)

  func add() { number.wrappingAdd(1, ordering: .relaxed) }

  /// How many a closure asks.
  func count(_ body: () -> Void) -> Int {
    let before = number.load(ordering: .relaxed)
    body()
    return number.load(ordering: .relaxed) - before
  }
}

private struct Row: Model, Identifiable {
  struct State: Identifiable, Sendable {
    let number: Int
    let questions: Questions
    var value = 0

    var id: Int {
      questions.add()
      return number
    }
  }

  @ModelState private var state: State
}

private struct Lists: Model {
  struct State: Sendable {
    @StateModel<[Row]> var plain: [Row.State]
    @StateModel<IdentifiedArrayOf<Row>> var keyed: IdentifiedArrayOf<Row.State>
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { body(&state) }
}

/// How much of a list is looked at.
@Suite struct ListAccessTests {
  private let questions: Questions
  private let store: Store<Lists>

  init() {
    let questions = Questions()
    self.questions = questions
    let rows = (0..<100).map { Row.State(number: $0, questions: questions) }
    store = Store(initialState: .init(plain: rows, keyed: .init(uniqueElements: rows)))
  }

  private func row(_ number: Int) -> Row.State { .init(number: number, questions: questions) }

  @Test func anEditOfAListAsksTheRowsThatDifferAlone() {
    let lists = store.model
    let edits: [(inout Lists.State) -> Void] = [
      { $0.plain.append(row(100)) },
      { $0.plain.insert(row(101), at: 50) },
      { $0.plain.remove(at: 3) },
      { $0.keyed.append(row(100)) },
    ]
    let counts = edits.map { edit in questions.count { lists.change(edit) } }
    #expect(counts.allSatisfy { $0 < 20 }, "\(counts)")
    #expect(lists.$plain.count == 101 && lists.$keyed.count == 101)
  }

  @Test func aRowOfAnOverrideIsSearchedForOnce() {
    let lists = store.model
    let first = lists.$plain[0]
    var override = store.state
    override.plain.reverse()
    override.plain[99].value = 5
    store.stateOverride = override
    #expect(RenderProbe { first.value }.output == 5)
    let count = questions.count { RenderProbe { first.value }.cancel() }
    #expect(count < 20)
  }
}

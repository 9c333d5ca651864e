import StrataConcurrency
import StrataOneStore
import StrataRendering
import Synchronization
import Testing

/// Counts how many of it are there.
private final class Token: Equatable, Sendable {
  static let count = Atomic<Int>(0)

  init() { Token.count.add(1, ordering: .relaxed) }

  deinit { Token.count.subtract(1, ordering: .relaxed) }

  static func == (a: Token, b: Token) -> Bool { a === b }
}

private struct Row: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    var number = 0
    var token: Token?
    var twice: Int { number * 2 }
  }

  @ModelState private var state: State
  @ModelDependency(\.identityLog) private var log

  func onActivate() {
    let (log, id) = (log, state.id)
    log.add("+\(id)")
    onDeactivate { log.add("-\(id)") }
  }

  func become(_ id: Int, _ number: Int) { state = State(id: id, number: number) }
  func rename(_ id: Int) { state.id = id }
  func hit() { state.number += 1 }
}

private struct Shelf: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Row]> var plain = []
    @StateModel<IdentifiedArrayOf<Row>> var keyed = []
    @StateModel<Row> var single = .init(id: 100)
    @StateModel<Row?> var optional = nil
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { body(&state) }
}

private final class IdentityLog: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

private enum IdentityLogKey: DependencyKey {
  static let liveValue = IdentityLog()
  static let testValue = IdentityLog()
}

extension DependencyValues {
  fileprivate var identityLog: IdentityLog {
    get { self[IdentityLogKey.self] }
    set { self[IdentityLogKey.self] = newValue }
  }
}

/// What a model does when its own state becomes another, and what is kept of what has gone.
@Suite(.serialized) struct IdentityTests {
  private let log = IdentityLog()
  private let store: Store<Shelf>
  private var shelf: Shelf { store.model }

  init() {
    let log = log
    store = Store(
      initialState: .init(plain: [.init(id: 1, number: 5)], keyed: [.init(id: 2, number: 5)]),
      dependencies: { $0.identityLog = log }
    )
    _ = store.model
    _ = log.take()
  }

  @Test func aRowThatBecomesAnotherEndsAndTheOtherBegins() {
    let shown: @Sendable () -> [String] = { [shelf] in
      (shelf.$plain + shelf.$keyed).map { "\($0.id) \($0.number) \($0.twice)" }
    }
    let view = RenderProbe(body: shown)
    let (plain, keyed) = (shelf.$plain[0], shelf.$keyed[0])
    plain.become(9, 7)
    #expect(log.take() == ["-1", "+9"])
    keyed.rename(8)
    #expect(log.take() == ["-2", "+8"])
    #expect(view.output == ["9 7 14", "8 5 10"])
    #expect(RenderProbe(body: shown).output == view.output)
    shelf.$plain[0].hit()
    shelf.$keyed[0].hit()
    #expect(store.state.plain == [.init(id: 9, number: 8)])
    #expect(store.state.keyed == [.init(id: 8, number: 6)])
    #expect(view.output == ["9 8 16", "8 6 12"])
    // The model of before keeps its last value.
    #expect(plain.number == 7)
  }

  @Test func aSingleStateThatBecomesAnotherIsAnotherPlace() {
    shelf.change { $0.optional = .init(id: 50) }
    _ = log.take()
    shelf.$single.become(101, 1)
    #expect(log.take() == ["-100", "+101"])
    shelf.$optional?.rename(51)
    #expect(log.take() == ["-50", "+51"])
    shelf.$single.hit()
    shelf.$optional?.hit()
    #expect(store.state.single == .init(id: 101, number: 2))
    #expect(store.state.optional == .init(id: 51, number: 1))
  }

  @Test func aChangeOfARowThatLeavesItsIdentityEndsNothing() {
    shelf.$plain[0].become(1, 6)
    shelf.$keyed[0].hit()
    shelf.$single.become(100, 6)
    #expect(log.take() == [])
    #expect(shelf.$plain[0].number == 6)
  }

  @Test func aRowThatAViewHasSeenAtAnotherPositionBecomesAnother() {
    shelf.change { state in state.keyed = .init(uniqueElements: (1...3).map(Self.row)) }
    _ = log.take()
    let row = shelf.$keyed[0]
    var override = store.state
    override.keyed.reverse()
    store.stateOverride = override
    let view = RenderProbe { [shelf] in shelf.$keyed.map { "\($0.id) \($0.number)" } }
    #expect(view.output == ["3 30", "2 20", "1 10"])
    shelf.$keyed[0].rename(9)
    #expect(log.take() == ["-1", "+9"])
    store.stateOverride = nil
    #expect(view.output == ["9 10", "2 20", "3 30"])
    #expect(row.number == 10)
  }

  private static func row(_ id: Int) -> Row.State { .init(id: id, number: 10 * id) }

  @Test func rowsThatOnlyOverridesHaveHadAreLetGo() {
    let before = Token.count.load(ordering: .relaxed)
    for id in 10..<30 {
      var override = store.state
      override.plain.append(.init(id: id, token: Token()))
      store.stateOverride = override
      let view = RenderProbe { [shelf] in shelf.$plain.map { $0.number } }
      #expect(view.output == [5, 0])
      switch id % 3 {
      case 0: store.stateOverride = store.state
      case 1: shelf.change { $0.plain = override.plain }
      default: break
      }
      override = .init()
      store.stateOverride = nil
      shelf.change { $0.plain = [.init(id: 1, number: 5)] }
      #expect(view.output == [5])
    }
    #expect(Token.count.load(ordering: .relaxed) == before)
  }

  @Test func modelsOfAStoreThatHasGoneShowTheirLastStates() {
    var store: Store<Shelf>? = Store(initialState: .init(plain: [.init(id: 3, number: 4)]))
    guard let shelf = store?.model else { return }
    store = nil
    #expect(shelf.$plain.map { "\($0.id) \($0.number)" } == ["3 4"])
    #expect(shelf.$single.id == 100)
    #expect(shelf.$optional == nil)
  }

  @Test func aViewThatReadsRowsWhileTheyGoIsNotBlamed() async {
    let reports = IdentityLog()
    await ReportSink.withHandler { report in
      reports.add(report.message)
    } operation: { [shelf] in
      let isOver = Locked(false, rank: .leaf)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for id in 0..<500 {
            shelf.change { $0.plain.append(.init(id: id + 10)) }
            shelf.change { $0.plain = [] }
          }
          isOver.withLock { $0 = true }
        }
        group.addTask {
          while !isOver.withLock({ $0 }) {
            RenderProbe { shelf.$plain.map { $0.number + $0.twice } }.cancel()
          }
        }
      }
    }
    #expect(reports.take() == [])
  }
}

@_spi(Strata) import StrataConcurrency
import StrataOneStore
import StrataRendering
import Testing

/// A model that has its store itself.
@Suite(.timeLimit(.minutes(10))) struct OwnStoreTests {
  private let notes = Notes()
  private let app: AppModel

  init() {
    app = AppModel(initialState: .init(counters: [.init(id: 1)])) { [notes] in
      $0.activations = notes
    }
  }

  @Test func itIsActive() {
    #expect(notes.all == ["app", "row 1"])
  }

  @Test func itIsFollowedByViews() {
    for _ in 0..<2 {
      let probe = RenderProbe { [app] in "\(app.title) \(app.sum) \(app.$counters.map(\.id))" }
      app.setTitle("A")
      app.$counters[0].$counter.incrementTapped()
      app.add(2)
      #expect(probe.output == "A \(app.sum) [1, 2]")
      app.remove(2)
      app.setTitle("B")
      #expect(probe.output == "B \(app.sum) [1]")
    }
    #expect(app.sum == 2)
  }

  @Test func itReceivesTheEventsOfItsChildren() async {
    let seen = Collected<String>()
    app.forEach(app.events(from: \.$counters)) { event, row in seen.add("\(row.id) \(event)") }
    app.$counters[0].send(.onFact("A"))
    #expect(await seen.first(1) == [#"1 onFact("A")"#])
  }

  @Test func itsTasksHaveItsDependencies() async {
    let seen = Collected<Bool>()
    app.task { [notes] in
      let store = Store<CounterRowModel>(initialState: .init(id: 5))
      seen.add(store.model.activations === notes)
    }
    #expect(await seen.first(1) == [true])
  }
}

extension DependencyValues {
  fileprivate var unplugged: Int {
    get { self[UnpluggedKey.self] }
    set { self[UnpluggedKey.self] = newValue }
  }

  private enum UnpluggedKey: DependencyKey {
    static let liveValue = 7
  }
}

private struct Lamp: Model {
  struct State: Equatable, Sendable {
    var isOn = false
  }

  @ModelState private var state: State
  @ModelDependency(\.unplugged) var watts
}

@Suite struct DeclarationReportTests {
  @Test func aDependencyThatATestHasNotSetIsReportedNearItsDeclaration() {
    let reports = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler { report in
      reports.withLock { $0.append(report) }
    } operation: {
      let store = Store<Lamp>(initialState: .init()) { $0.context = .test }
      #expect(store.model.watts == 7)
    }
    let found = reports.withLock { $0 }
    #expect(found.map(\.isNear) == [true])
    #expect(found.first?.message.contains("TestStore(initialState:)") == true)
  }
}

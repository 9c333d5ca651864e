import Observation
import StrataConcurrency
import StrataCore
import StrataRendering
import StrataUpdates
import Testing

@Suite struct StoreTests {
  @Test func theSameActionsGiveTheSameStates() {
    let actions: [CounterAction] = [.increment, .setText("a"), .both(2, 3), .add(-1)]
    let states = (0..<2).map { _ in
      let store = makeStore()
      return actions.map { action -> CounterState in
        store.send(action)
        return store.state
      }
    }
    #expect(states[0] == states[1])
    #expect(states[0].last == CounterState(count: 5, text: "a"))
  }

  @Test func isMadeOfAFunctionAStateAndAnEnvironment() {
    let store = Store(
      update: CounterState.update,
      state: CounterState(count: 3),
      environment: CounterEnvironment()
    )
    #expect(store.state == CounterState(count: 3))
    let function: CounterStore.UpdateFunction = CounterState.update
    #expect(function(store.state, .increment, store.environment).state.count == 4)
  }

  @Test func theStateCannotBeWritten() {
    let path: PartialKeyPath<CounterStore> = \.state
    #expect(path is KeyPath<CounterStore, CounterState>)
    #expect(!(path is ReferenceWritableKeyPath<CounterStore, CounterState>))
    #expect(!(path is WritableKeyPath<CounterStore, CounterState>))
  }

  @Test func sendHandlesTheActionBeforeItReturns() {
    let started = Recorded<CounterAction>()
    let store = makeStore { action in
      started.append(action)
      return .empty
    }
    store.send(.increment)
    #expect(store.state.count == 1)
    #expect(started.elements == [.increment])
  }

  @Test func equalStatesAreNotSetAndTheirEffectsRun() {
    let sent = Recorded<CounterAction>()
    let store = makeStore { action in action == .touch ? .just(.setText("touched")) : .empty }
    let states = Recorded<String>()
    let token = store.observe { states.append($0.text) }
    let actions = store.observeActions { sent.append($0) }
    store.send(.add(0))
    #expect(states.elements == [""])
    store.send(.touch)
    #expect(states.elements == ["", "touched"])
    #expect(sent.elements == [.add(0), .touch, .setText("touched")])
    withExtendedLifetime((token, actions)) {}
  }

  /// A state whose equality ignores a property is not set when it is equal.
  @Test func anEqualStateIsNotSetEvenIfItDiffers() {
    struct Sloppy: Equatable, Sendable {
      var id = 0
      var note = "first"

      static func == (a: Sloppy, b: Sloppy) -> Bool { a.id == b.id }
    }
    let store = Store(
      update: { (state: Sloppy, note: String, _: Void) in
        Update<Sloppy, String>(state: Sloppy(id: note == "new" ? 1 : state.id, note: note))
      },
      state: Sloppy(),
      environment: ()
    )
    store.send("second")
    #expect(store.state.note == "first")
    store.send("new")
    #expect(store.state.note == "new")
  }

  @Test func observersAreToldTheStateNowAndEachChangeOnce() {
    let store = makeStore(CounterState(count: 7))
    let seen = Recorded<Int>()
    let token = store.observe { seen.append($0.count) }
    #expect(seen.elements == [7])
    for action in [CounterAction.increment, .touch, .add(2)] { store.send(action) }
    #expect(seen.elements == [7, 8, 10])
    token.cancel()
    store.send(.increment)
    #expect(seen.count == 3)
  }

  @Test func aRenderProbeSeesTheState() {
    let store = makeStore()
    let probe = RenderProbe { "count: \(store.state.count)" }
    store.send(.increment)
    #expect(probe.output == "count: 1")
    store.send(.touch)
    #expect(probe.evaluations == 2)
  }

  @Test func swiftsObservationSeesTheState() {
    let store = makeStore()
    let changes = Recorded<Bool>()
    let count = withObservationTracking {
      store.state.count
    } onChange: {
      changes.append(true)
    }
    #expect(count == 0)
    store.send(.increment)
    #expect(changes.count == 1)
    #expect((store as Any) is any Observable)
  }

  @Test func sendingInsideATrackedBodyIsNotARead() {
    let (shown, other) = (makeStore(), makeStore())
    let probe = RenderProbe { () -> Int in
      other.send(.increment)
      return shown.state.count
    }
    other.send(.add(10))
    #expect(probe.evaluations == 1)
    shown.send(.increment)
    #expect(probe.evaluations == 2)
  }

  @Test func anyNumberOfHoldersShareOneStore() {
    struct Owner: HeadlessView {
      @HeadlessStateObject var store = makeStore()

      var body: some HeadlessView {
        HeadlessText("owner \(store.state.count)")
        Given(store: store)
        Found().environmentObject(store)
      }
    }
    struct Given: HeadlessView {
      @HeadlessObservedObject var store: CounterStore

      var body: some HeadlessView {
        HeadlessText("given \(store.state.count)")
        HeadlessButton("Given") { store.send(.increment) }
      }
    }
    struct Found: HeadlessView {
      @HeadlessEnvironmentObject var store: CounterStore

      var body: some HeadlessView {
        HeadlessText("found \(store.state.count)")
        HeadlessButton("Found") { store.send(.increment) }
      }
    }
    let view = Owner()
    let probe = RenderProbe { view.lines.filter { !$0.hasPrefix("[") } }
    view.press("Given")
    view.press("Found")
    #expect(probe.output == ["owner 2", "given 2", "found 2"])
    #expect(probe.evaluations == 3)
  }

  @Test func anEqualPartOfTheStateIsNotEvaluatedAgain() {
    let store = makeStore()
    let row = RenderGate { (text: String) in "> \(text)" }
    let probe = RenderProbe { row.render(store.state.text) }
    store.send(.increment)
    store.send(.setText("a"))
    store.send(.increment)
    #expect(probe.output == "> a")
    #expect(probe.evaluations == 4)
    #expect(row.evaluations == 2)
  }

  @Test func storesAreEqualIfTheirStatesAre() {
    let (a, b) = (makeStore(), makeStore())
    #expect(a == b)
    a.send(.increment)
    #expect(a != b)
    #expect(
      ViewStore<CounterState, CounterAction>(store: a, get: { $0 }, tag: { $0 })
        == ViewStore<CounterState, CounterAction>.constant(state: CounterState(count: 1))
    )
  }

  @Test func everyUpdateIsGivenTheEnvironment() {
    struct Service: Sendable { var greeting: String }
    let store = Store(
      update: { (_: String, name: String, service: Service) in
        Update<String, String>(state: "\(service.greeting), \(name)")
      },
      state: "",
      environment: Service(greeting: "Hello")
    )
    store.send("Ada")
    #expect(store.state == "Hello, Ada")
  }

  @Test func logsEachActionBeforeItChangesTheState() {
    let lines = Recorded<String>()
    let states = Recorded<Int>()
    let store = Store(
      update: CounterState.update,
      state: CounterState(),
      environment: CounterEnvironment(),
      loggingEnabled: true,
      logger: StoreLogger { lines.append($0) }
    )
    let token = store.observe { state in
      states.append(lines.count * 10 + state.count)
    }
    store.send(.both(1, 2))
    #expect(lines.elements == ["Action: both(1, 2)", "Action: add(1)", "Action: add(2)"])
    #expect(states.elements == [0, 21, 33])
    store.loggingEnabled = false
    store.send(.increment)
    #expect(lines.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test func aFirstUpdateStartsItsEffects() {
    let store = Store(
      update: CounterState.update,
      create: { environment in
        Update(state: CounterState(count: 2), fx: environment.fx(.touch))
      },
      environment: CounterEnvironment(fx: { $0 == .touch ? .just(.add(40)) : .empty })
    )
    #expect(store.state.count == 42)
  }
}

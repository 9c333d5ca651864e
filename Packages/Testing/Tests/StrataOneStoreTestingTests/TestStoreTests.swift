import StrataConcurrency
import StrataDependencies
import StrataOneStore
import StrataOneStoreTesting
import StrataTestFindings
import StrataTesting
import Testing

private struct Fetch: Sendable {
  var fact: @Sendable (Int) async throws -> String
}

extension DependencyValues {
  fileprivate var fetch: Fetch {
    get { self[FetchKey.self] }
    set { self[FetchKey.self] = newValue }
  }

  private enum FetchKey: DependencyKey {
    static let liveValue = Fetch { "\($0)" }
    static let testValue = Fetch { "\($0)" }
  }
}

private struct Counter: Model {
  struct State: Equatable, Sendable {
    var count = 0
    var fact: String?
  }

  enum Event: Equatable, Sendable {
    case onFact(String)
  }

  @ModelState private var state: State
  @ModelDependency(\.fetch.fact) var fact

  func incrementTapped() { state.count += 1 }
  func incrementTwice() {
    state.count += 1
    state.count += 1
  }
  func changeBoth() {
    $state.transaction {
      $0.count = 1
      $0.fact = "one"
    }
  }
  func factTapped() {
    task {
      let fact = try await fact(state.count)
      state.fact = fact
      send(.onFact(fact))
      send("foreign")
    } catch: { _ in
    }
  }
  func runForEver() {
    task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1_000)) } }
  }
}

private struct Row: Model, Identifiable {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
    @StateModel<Counter> var counter = .init()
  }

  @ModelState private var state: State
}

private struct App: Model {
  struct State: Equatable, Sendable {
    @StateModel<[Row]> var rows = []
    @StateModel<Counter?> var optional = nil
    var activations = 0
  }

  @ModelState private var state: State

  func onActivate() {
    task { try? await Task.sleep(for: .seconds(1_000_000)) }
  }

  func addTapped() { state.rows.append(.init(id: state.rows.count + 1)) }
  func show() { state.optional = .init(count: 5) }
}

@Suite struct TestStoreTests {
  @Test(.simulated()) func statesEventsAndTasksAreAsserted() async throws {
    let store = TestStore<App>(initialState: .init()) {
      $0.fetch.fact = { "\($0) is a good number." }
    }
    @TestModel var app = store.model
    app.addTapped()
    await $app.assert { $0.rows = [.init(id: 1)] }
    @TestModel var row = try #require(app.$rows.first)
    @TestModel var counter: Counter = row.$counter
    counter.incrementTapped()
    await $counter.count.assert(1)
    counter.factTapped()
    await $counter.receive(.onFact("1 is a good number."))
    await $counter.receive("foreign")
    await $counter.fact.assert("1 is a good number.")
    app.show()
    await $app.optional.assert(.init(count: 5))
    #expect(store.state.rows.count == 1)
  }

  @Test func aStoreNeedsNoScope() async {
    let store = TestStore<Counter>(initialState: .init())
    @TestModel var counter = store.model
    counter.incrementTwice()
    await $counter.assert { $0.count = 2 }
  }

  @Test(.simulated()) func statesInBetweenMayBeAssertedOrSkipped() async {
    let store = TestStore<Counter>(initialState: .init())
    @TestModel var counter = store.model
    counter.incrementTwice()
    await $counter.count.assert(1)
    await $counter.count.assert(2)
    counter.incrementTwice()
    await $counter.count.assert(4)
  }

  @Test func aStateBeforeTheAssertedOneIsOver() async {
    for exhaustivity in [Exhaustivity.full, .full.removing(.state)] {
      let findings = await Findings.of(exhaustivity: exhaustivity) {
        let store = TestStore<Counter>(initialState: .init())
        @TestModel var counter = store.model
        counter.incrementTwice()
        await $counter.count.assert(2)
        await $counter.count.assert(1)
      }
      #expect(findings.messages.count == 1)
      #expect(findings.messages.first?.contains("count: 1") == true)
      // It is the assertion that fails, and not the end of the test.
      #expect(findings.messages.first?.contains("not exhausted") == false)
    }
  }

  @Test func aWrongStateFailsWithTheDifference() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.incrementTapped()
      await $counter.assert { $0.count = 7 }
      await $counter.assert { $0.count = 1 }
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("count: 7") == true)
    #expect(findings.messages.first?.contains("count: 1") == true)
  }

  @Test func whatAnAssertionLeavesOutIsAsItWasAssertedLast() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.changeBoth()
      await $counter.assert { $0.count = 1 }
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("one") == true)
  }

  @Test func aWrongExpectationIsOneFailure() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.incrementTapped()
      await $counter.assert { $0.count = 7 }
    }
    #expect(findings.kinds == [.state])
  }

  @Test func anAssertionOfWhatIsNotThereIsOneFailure() async {
    let findings = await Findings.of {
      let store = TestStore<App>(initialState: .init())
      let app = store.model
      app.addTapped()
      @TestModel var row = app.$rows[0]
      await $row.assert { $0.id = 1 }
    }
    #expect(findings.kinds.filter { $0 == .state }.count == 1)
  }

  @Test func whatIsChangedAfterAFailureIsStillToBeAsserted() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.incrementTapped()
      await $counter.assert { $0.count = 7 }
      counter.incrementTapped()
    }
    #expect(findings.kinds == [.state, .state])
    #expect(findings.messages.last?.hasPrefix("State not exhausted") == true)
  }

  @Test func anEventThatAFailureShowsIsNoSecondFailure() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.factTapped()
      await $counter.receive(.onFact("another"))
      await $counter.fact.assert("0")
    }
    #expect(findings.kinds == [.events])
    #expect(findings.messages.first?.contains("It has sent: .onFact(\"0\")") == true)
  }

  @Test func anEventThatAFailureShowsCanBeReceived() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.factTapped()
      await $counter.receive(.onFact("another"))
      await $counter.receive(.onFact("0"))
      await $counter.receive("foreign")
      await $counter.fact.assert("0")
    }
    #expect(findings.kinds == [.events])
  }

  @Test func aStateThatNobodyAssertsFails() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      store.model.incrementTapped()
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.hasPrefix("State not exhausted") == true)
  }

  @Test func aStateThatNobodyAssertsFailsAlsoOutsideOfScopes() async {
    let findings = Findings()
    await findings.collect {
      let store = TestStore<Counter>(initialState: .init())
      store.model.incrementTapped()
    }
    #expect(findings.messages.first?.hasPrefix("State not exhausted") == true)
  }

  @Test func anEventThatNobodyReceivesFails() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      store.model.send(.onFact("A"))
    }
    #expect(findings.kinds == [.events])
    #expect(findings.messages.first?.contains(#"onFact("A")"#) == true)
    #expect(findings.messages.first?.contains("Counter") == true)
  }

  @Test func anEventOfAnotherModelIsNotReceived() async {
    let findings = await Findings.of {
      let store = TestStore<App>(initialState: .init(rows: [.init(id: 1)]))
      @TestModel var row = store.model.$rows[0]
      row.$counter.send(.onFact("A"))
      await $row.receive(Counter.Event.onFact("A"), timeoutNanoseconds: 1_000)
    }
    #expect(findings.kinds == [.events, .events])
    #expect(findings.messages.first?.contains("has not sent") == true)
  }

  @Test func anEventIsReceivedOnce() async {
    let findings = await Findings.of {
      let store = TestStore<Counter>(initialState: .init())
      @TestModel var counter = store.model
      counter.send(.onFact("A"))
      await $counter.receive(.onFact("A"))
      await $counter.receive(.onFact("A"))
    }
    #expect(findings.kinds == [.events])
  }

  @Test func aTaskThatRunsAtTheEndFailsButNotThatOfAnActivation() async {
    let findings = await Findings.of {
      let store = TestStore<App>(initialState: .init(optional: .init()))
      store.model.$optional?.runForEver()
    }
    #expect(findings.kinds == [.tasks])
    #expect(findings.messages.first?.contains("1 task") == true)
    #expect(
      findings.messages.first?.contains("store.model.$optional! (Counter): runForEver()") == true
    )
  }

  @Test(arguments: [Exhaustivity.off, [.events], [.state], [.tasks], [.state, .events], .full])
  func whatIsNotDemandedMayBeLeftOut(_ exhaustivity: Exhaustivity) async {
    let findings = await Findings.of {
      let store = TestStore<App>(initialState: .init(optional: .init()))
      store.exhaustivity = exhaustivity
      let counter = store.model.$optional
      counter?.incrementTapped()
      counter?.send(.onFact("A"))
      counter?.runForEver()
    }
    var kinds: Set<TestFailure.Kind> = []
    if exhaustivity.contains(.state) { kinds.insert(.state) }
    if exhaustivity.contains(.events) { kinds.insert(.events) }
    if exhaustivity.contains(.tasks) { kinds.insert(.tasks) }
    #expect(Set(findings.kinds) == kinds)
  }

  @Test func withoutTheDemandForStateWhatIsNotMentionedMayDiffer() async {
    let findings = await Findings.of {
      let store = TestStore<App>(initialState: .init(optional: .init()))
      store.exhaustivity = [.events, .tasks]
      store.showSkippedAssertions = true
      @TestModel var app = store.model
      app.addTapped()
      app.$optional?.incrementTapped()
      await $app.assert { $0.optional = .init(count: 1) }
      await $app.assert { $0.optional = .init(count: 3) }
    }
    #expect(findings.all.filter { !$0.isSkipped }.map(\.kind) == [.state])
    #expect(findings.all.filter(\.isSkipped).first?.message.contains("Skipped") == true)
  }

  @Test func aModelOfAPlainStoreCannotBeAsserted() async {
    let findings = await Findings.of {
      let store = Store<Counter>(initialState: .init())
      @TestModel var counter = store.model
      await $counter.assert { $0.count = 0 }
      withExtendedLifetime(store) {}
    }
    #expect(findings.kinds == [.misuse])
    #expect(findings.messages.first?.hasPrefix("Tests need to use a TestStore") == true)
  }

  @Test(.simulated()) func anAssertionWaitsForVirtualTimeAlone() async {
    let store = TestStore<Counter>(initialState: .init()) {
      $0.fetch.fact = { number in
        try await Task.sleep(for: .milliseconds(900))
        return "late \(number)"
      }
    }
    @TestModel var counter = store.model
    counter.factTapped()
    await $counter.fact.assert("late 0")
    await $counter.receive(.onFact("late 0"))
    await $counter.receive("foreign")
  }
}

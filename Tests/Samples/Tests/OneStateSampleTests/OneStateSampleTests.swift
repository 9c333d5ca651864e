import Foundation
import StrataConcurrency
import StrataOneStore
import StrataRendering
import Testing

@testable import OneStateComposition
@testable import OneStateCounter
@testable import OneStateDependencies
@testable import OneStateEvents
@testable import OneStateExtensions
@testable import OneStateTroubleshooting
@testable import OneStateViews
@testable import OneStateWork

/// The document's samples do what the document says.
@Suite(.timeLimit(.minutes(10))) struct OneStateSampleTests {
  @Test func aModelIsAViewIntoItsStore() {
    let (store, model) = makeCountStore()
    model.incrementTapped()
    store.model.incrementTapped()
    #expect(count(of: model) == 2)
    #expect(store.state == .init(count: 2))
  }

  @Test func modelsAreComposedByTheirStates() {
    let store = Store<OneStateComposition.AppModel>(
      initialState: .init(counters: [.init(id: UUID()), .init(id: UUID())])
    )
    let app = store.model
    incrementAll(app)
    increment(app.$counters[1])
    #expect(app.sum == 3)
    #expect(app.$counters.map(\.counter.count) == [1, 2])
    #expect(app.$factPrompt == nil)
  }

  @Test func viewsShowTheModelsAndChangeThem() throws {
    let program = MyApp()
    let app = program.store.model
    let probe = RenderProbe { program.body.lines }
    #expect(probe.output == ["Sum: 0"])
    app.add()
    CounterView(model: app.$counters[0].$counter).press("+")
    #expect(probe.output == ["Sum: 1", "[-] 1 [+]"])
    app.show("1 is odd.")
    #expect(probe.output == ["Sum: 1", "[-] 1 [+]", "1 is odd."])
    #expect(CounterView_Previews.previews.lines == ["[-] 4711 [+]"])
  }

  @Test func bindingsChangeTheState() {
    let store = Store<OneStateViews.CounterModel>(initialState: .init())
    let model = store.model
    OneStateViews.binding(of: model).wrappedValue = 4
    #expect(store.state.count == 4)
    let view = StepperView(model: model)
    let before = view.lines
    model.$count.wrappedValue += 2
    #expect(store.state.count == 6)
    #expect(view.lines != before)
  }

  @Test func anAnimationIsOfAValue() {
    let store = Store<OneStateViews.CounterModel>(initialState: .init())
    let model = store.model
    let probe = RenderProbe { AnimatedStepperView(model: model).lines }
    #expect(probe.animation == nil)
    model.$count.wrappedValue += 2
    #expect(probe.animation == .default)
  }

  @Test func anAnimationTravelsWithAChange() {
    let store = Store<BoundModel>(initialState: .init())
    let model = store.model
    let seen = Locked<[String]>([], rank: .leaf)
    let probe = RenderProbe {
      let count = model.count
      let animation = RecordedTransaction.current.animation?.description ?? "none"
      seen.withLock { $0.append("\(count) \(animation)") }
    }
    model.incrementTapped()
    #expect(seen.withLock { $0 } == ["0 none", "1 default"])
    probe.cancel()
  }

  @Test func aViewThatPrintsIsTheSameView() {
    let store = Store<OneStateViews.CounterModel>(initialState: .init())
    let view = PrintedView(model: store.model)
    #expect(view.printing(CounterView(model: store.model)).lines == view.lines)
  }

  @Test func aFactIsFetchedOrAnAlertShown() async throws {
    struct NoFact: Error {}
    let answer = Store<OneStateWork.CounterModel>(initialState: .init(count: 3))
    let model = answer.model
    var events = model.events().makeAsyncIterator()
    model.factButtonTapped()
    #expect(await events.next() == .onFact("3 is a number."))
    let none = Store<OneStateWork.CounterModel>(initialState: .init()) {
      $0.work.fetchFact = { _ in throw NoFact() }
    }
    let failing = none.model
    failing.factButtonTapped()
    try await failing.waitUntil(failing.alert?.title == "Error")
    #expect(failing.alert?.message == "Couldn't load fact.")
  }

  @Test func aChangedCountIsLookedAt() async throws {
    let primes = Store<PrimeModel>(initialState: .init(count: 6))
    let prime = primes.model
    try await prime.waitUntil(prime[dynamicMember: \.isPrime] == false)
    prime.countTapped()
    try await prime.waitUntil(prime[dynamicMember: \.isPrime] == true)
    let latest = Store<LatestPrimeModel>(initialState: .init(count: 6))
    let other = latest.model
    try await other.waitUntil(other[dynamicMember: \.isPrime] == false)
    other.countTapped()
    try await other.waitUntil(other[dynamicMember: \.isPrime] == true)
  }

  @Test func aPromptIsDismissedByItsEvent() async throws {
    let store = Store<OneStateWork.AppModel>(initialState: .init(factPrompt: .init(fact: "odd")))
    let app = store.model
    app.$factPrompt?.dismissTapped()
    try await app.waitUntil(app.factPrompt == nil)
    #expect(store.state.factPrompt == nil)
  }

  @Test func workIsCancelledByItsKey() async throws {
    let work = ObservedWork()
    let store = Store<Operations>(initialState: .init()) { $0.work = work.client }
    store.model.startOperation()
    await work.began("operation")
    store.model.stopOperation()
    await work.ended("operation")
    store.model.startGroup()
    await work.began("task")
    await work.began("element")
    store.model.stopGroup()
    await work.ended("task")
    await work.ended("element")
  }

  @Test func aNewOperationReplacesTheFormer() async throws {
    let work = ObservedWork()
    let named = Store<OneAtATime>(initialState: .init()) { $0.work = work.client }
    named.model.startOperation()
    await work.began("named")
    named.model.startOperation()
    await work.ended("named")
    let unnamed = Store<OneAtATimeWithoutName>(initialState: .init()) { $0.work = work.client }
    unnamed.model.startOperation()
    await work.began("unnamed")
    unnamed.model.startOperation()
    await work.ended("unnamed")
  }

  @Test func anEventReachesTheModelsAbove() async throws {
    let store = Store<OneStateEvents.AppModel>(initialState: .init())
    let app = store.model
    app.$child.onLogoutTapped()
    try await app.waitUntil(app.user == nil)
    #expect(store.state.user == nil)
  }

  @Test func eventsOfComposedModelsComeWithTheirSender() async throws {
    let store = Store<OneStateEvents.ListModel>(
      initialState: .init(counters: [.init(id: 1), .init(id: 2)], factPrompt: .init(fact: "odd"))
    )
    let list = store.model
    list.$counters[0].removeButtonTapped()
    list.$factPrompt?.dismissTapped()
    try await list.waitUntil(list.factPrompt == nil && list.counters.map(\.id) == [2])
    #expect(store.state.counters == [.init(id: 2)])
  }

  @Test func dependenciesAreOverriddenForTheStore() async throws {
    let store = makeStore()
    let prompt = store.model.$factPrompt
    prompt.getFactButtonTapped()
    try await prompt.waitUntil(prompt.fact != "" && !prompt.isLoading)
    #expect(store.state.factPrompt.fact == "2 is a great number!")
  }

  @Test func aDependencyIsOverriddenByTheModelAndReset() async {
    let store = Store<SoundModel>(initialState: .init())
    let model = store.model
    model.soundTapped()
    while model.sound != .disabled { await Task.yield() }
    model.soundTapped()
    while model.sound != .testValue { await Task.yield() }
  }

  @Test func identifiedArraysHoldModels() async throws {
    let store = Store<OneStateExtensions.ListModel>(
      initialState: .init(counters: [.init(id: 1), .init(id: 2)])
    )
    let list = store.model
    list.$counters[id: 1]?.removeButtonTapped()
    try await list.waitUntil(list.counters.count == 1)
    #expect(list.$counters.map(\.id) == [2])
  }

  @Test func aCaseHasItsModel() {
    let store = Store<OneStateExtensions.AppModel>(
      initialState: .init(destination: .edit(.init()))
    )
    let app = store.model
    app.editModel?.type("A")
    #expect(store.state.destination == .edit(.init(text: "A")))
    #expect(app.recordModel == nil)
  }

  @Test func aReadThroughTheModelIsNotedAndOneOfTheStateIsNot() {
    let prefer = Store<PreferModel>(initialState: .init(count: 2))
    let (listening, method) = (prefer.model, prefer.model)
    let square = RenderProbe { listening.countSquared }
    let tapped = RenderProbe { method.buttonTapped() }
    listening.incrementTapped()
    #expect(square.output == 9)
    #expect(tapped.evaluations == 1)
    let avoid = Store<AvoidModel>(initialState: .init(count: 2))
    let model = avoid.model
    let unseen = RenderProbe { model.countSquared }
    let seen = RenderProbe { model.buttonTapped() }
    model.incrementTapped()
    #expect(unseen.output == 4)
    #expect(seen.evaluations == 2)
    let derived = Store<SquareModel>(initialState: .init(count: 2))
    let derivedModel = derived.model
    let probe = RenderProbe { derivedModel.countSquared }
    derivedModel.incrementTapped()
    #expect(probe.output == 9)
  }
}

/// Work that lasts until it is cancelled, and notes it.
private struct ObservedWork: Sendable {
  private let begun = Signals()
  private let over = Signals()

  var client: WorkClient {
    let (begun, over) = (begun, over)
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    return WorkClient(
      run: { name in
        begun.add(name)
        try? await Task.sleep(for: .seconds(1_000_000))
        over.add(name)
      },
      numbers: numbers
    )
  }

  func began(_ name: String) async { await begun.wait(name) }
  func ended(_ name: String) async { await over.wait(name) }
}

/// Names that arrive in some time; a test can wait for each.
private final class Signals: Sendable {
  private let names = Locked<Set<String>>([], rank: .leaf)

  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }

  func wait(_ name: String) async {
    while !names.withLock({ $0.contains(name) }) { await Task.yield() }
  }
}

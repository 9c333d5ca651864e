import StrataCore
import StrataOneStore
import StrataRendering
import Testing

private enum Destination: Equatable, Sendable, CasePathable {
  case edit(FormModel.State)
  case add(FormModel.State)
  case none

  struct AllCasePaths: Sendable {
    var edit: CasePath<Destination, FormModel.State> {
      CasePath(embed: Destination.edit) { if case .edit(let form) = $0 { form } else { nil } }
    }
    var add: CasePath<Destination, FormModel.State> {
      CasePath(embed: Destination.add) { if case .add(let form) = $0 { form } else { nil } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private struct FormModel: Model {
  struct State: Equatable, Sendable {
    var text = ""
  }

  @ModelState private var state: State

  func type(_ text: String) { state.text = text }
  func transaction(_ body: (inout State) throws -> Void) rethrows { try $state.transaction(body) }
}

private struct ScreenModel: Model {
  struct State: Equatable, Sendable {
    @Writable var count = 0
    var destination: Destination?
    var plain: Destination = .none
    var form: FormModel.State?
    @Writable @StateModel<CounterModel> var counter = .init()
  }

  @ModelState private var state: State

  var editModel: FormModel? { .init($state.destination.case(/Destination.edit)) }
  var addModel: FormModel? { .init($state.destination.case(/Destination.add)) }
  var editByName: FormModel? { .init($state.destination.case(\.edit)) }
  var plainAddByName: FormModel? { .init($state.plain.case(\.add)) }
  var plainModel: FormModel? { .init($state.plain.case(/Destination.edit)) }
  var formModel: FormModel? { .init($state.form) }
  var editBinding: HeadlessBinding<FormModel.State?> {
    $state.plain.case(/Destination.edit, clearValue: .none)
  }
  var text: StateView<Int> { $state.view(for: \.count) }
  var isOverridden: Bool { $state.isStateOverridden }
  var countView: StoreView<State, Int, Write> { $state.count }

  func go(to destination: Destination?) { state.destination = destination }
  func goPlain(to destination: Destination) { state.plain = destination }
  func showForm(_ form: FormModel.State?) { state.form = form }
  func increment() { state.count += 1 }
  func change(_ body: (inout State) throws -> Void) rethrows { try $state.transaction(body) }
}

@Suite(.timeLimit(.minutes(10))) struct ViewTests {
  private let store = Store<ScreenModel>(initialState: .init())

  @Test func aCaseHasAModelWhileItIsTheCase() {
    let screen = store.model
    #expect(screen.editModel == nil)
    screen.go(to: .edit(.init(text: "A")))
    let edit = screen.editModel
    #expect(screen.addModel == nil)
    #expect(edit?.text == "A")
    edit?.type("B")
    #expect(store.state.destination == .edit(.init(text: "B")))
    screen.go(to: .add(.init(text: "C")))
    #expect(screen.editModel == nil)
    #expect(screen.addModel?.text == "C")
    ReportSink.withHandler { _ in
    } operation: {
      edit?.type("D")
    }
    #expect(edit?.text == "B")
    #expect(store.state.destination == .add(.init(text: "C")))
    screen.goPlain(to: .edit(.init(text: "P")))
    screen.plainModel?.type("Q")
    #expect(store.state.plain == .edit(.init(text: "Q")))
  }

  @Test func aCaseIsNamedByItsKeyPathAsWell() {
    let screen = store.model
    #expect(screen.editByName == nil && screen.plainAddByName == nil)
    screen.go(to: .edit(.init(text: "A")))
    screen.goPlain(to: .add(.init(text: "P")))
    let edit = screen.editByName
    edit?.type("B")
    screen.plainAddByName?.type("Q")
    #expect(store.state.destination == .edit(.init(text: "B")))
    #expect(store.state.plain == .add(.init(text: "Q")))
    screen.go(to: .add(.init(text: "C")))
    #expect(screen.editByName == nil)
    ReportSink.withHandler { _ in
    } operation: {
      edit?.type("D")
    }
    #expect(store.state.destination == .add(.init(text: "C")))
    #expect(edit?.text == "B")
  }

  @Test func manyPartsAreFoundByWhatTellsThemApart() {
    let screen = store.model
    screen.go(to: .edit(.init(text: "A")))
    screen.showForm(.init(text: "F"))
    let models = [screen.editModel, screen.formModel, screen.editByName]
    #expect(models.map { $0?.text } == ["A", "F", "A"])
    for _ in 0..<3 {
      screen.editModel?.type("x")
      screen.formModel?.type("y")
      screen.showForm(nil)
      #expect(screen.formModel == nil)
      screen.showForm(.init(text: "z"))
      #expect(screen.formModel?.text == "z")
    }
  }

  @Test func aViewSeesCasesComeAndGo() {
    let screen = store.model
    let probe = RenderProbe { screen.editModel?.text ?? "-" }
    screen.increment()
    #expect(probe.evaluations == 1)
    screen.go(to: .edit(.init(text: "A")))
    #expect(probe.output == "A")
    screen.editModel?.type("B")
    #expect(probe.output == "B")
    screen.go(to: .add(.init(text: "B")))
    #expect(probe.output == "-")
  }

  @Test func aModelCanBeMadeOfAnyPart() {
    let screen = store.model
    #expect(screen.formModel == nil)
    screen.showForm(.init(text: "x"))
    screen.formModel?.type("y")
    #expect(store.state.form?.text == "y")
    let form = screen.formModel
    screen.showForm(nil)
    #expect(form?.text == "y")
  }

  @Test func aWritablePropertyIsABinding() {
    let screen = store.model
    let binding: HeadlessBinding<Int> = screen.$count
    binding.wrappedValue += 1
    #expect(store.state.count == 1)
    #expect(binding.wrappedValue == 1)
    screen.$counter.incrementTapped()
    #expect(store.state.counter.count == 1)
    let byHand = HeadlessBinding(get: { screen.count }, set: { _ in screen.increment() })
    byHand.wrappedValue = 10
    #expect(screen.count == 2)
    let view = screen.countView
    #expect(view.wrappedValue == 2)
    view.wrappedValue = 5
    #expect(view.value == 5)
    #expect(view == screen.countView)
  }

  @Test func aCaseIsBoundWithAValueThatClearsIt() {
    let screen = store.model
    let binding = screen.editBinding
    #expect(binding.wrappedValue == nil)
    binding.wrappedValue = .init(text: "A")
    #expect(store.state.plain == .edit(.init(text: "A")))
    let probe = RenderProbe { binding.wrappedValue?.text }
    binding.wrappedValue?.text = "B"
    #expect(store.state.plain == .edit(.init(text: "B")))
    #expect(probe.output == "B")
    store.stateOverride = store.state
    binding.wrappedValue = nil
    #expect(store.state.plain == .edit(.init(text: "B")))
    store.stateOverride = nil
    binding.wrappedValue = nil
    #expect(store.state.plain == .none)
    screen.goPlain(to: .add(.init(text: "C")))
    binding.wrappedValue = nil
    #expect(store.state.plain == .add(.init(text: "C")))
  }

  @Test func aScopeIsUpdatedWithoutTheViewAroundIt() {
    let screen = store.model
    let scope = UsingModel(screen) { Text("count \($0.count)") }
    let around = RenderProbe { "\(screen.form == nil) \(scope.lines)" }
    screen.increment()
    #expect(around.evaluations == 1)
    #expect(scope.lines == ["count 1"])
    screen.showForm(.init())
    #expect(around.evaluations == 2)
    #expect(scope.evaluations == 2)
    #expect(around.output == #"false ["count 1"]"#)
  }

  @Test func aScopeThatAViewMakesDoesNotUpdateThatView() {
    let screen = store.model
    let around = RenderProbe { UsingModel(screen) { Text("count \($0.count)") }.lines }
    screen.increment()
    #expect(around.evaluations == 1)
    #expect(around.output == ["count 0"])
  }

  @Test func aStateViewReadsWritesAndStreams() async {
    let view = store.model.text
    var values = view.stream.makeAsyncIterator()
    #expect(await values.next() == 0)
    view.value = 3
    #expect(await values.next() == 3)
    #expect(view.value == 3)
  }

  @Test func aTransactionIsOneChangeOrNone() {
    struct Failure: Error {}
    let screen = store.model
    let probe = RenderProbe { "\(screen.count) \(screen.form?.text ?? "-")" }
    screen.change {
      $0.count = 1
      $0.count = 2
      $0.form = .init(text: "F")
    }
    #expect(probe.output == "2 F")
    #expect(probe.evaluations == 2)
    #expect(throws: Failure.self) {
      try screen.change {
        $0.count = 9
        throw Failure()
      }
    }
    #expect(probe.evaluations == 2)
    #expect(store.state.count == 2)
    screen.increment()
    #expect(store.state.count == 3)
  }

  @Test func anAnimationTravelsWithTheChange() {
    let screen = store.model
    let seen = Notes()
    let probe = RenderProbe {
      seen.note("\(screen.count) \(RecordedTransaction.current.animation?.description ?? "-")")
    }
    StrataOneStore.withAnimation(.linear) {
      StrataOneStore.withAnimation(.spring) { screen.increment() }
      screen.increment()
    }
    screen.increment()
    StrataOneStore.withTransaction(RecordedTransaction(animation: .easeIn)) { screen.increment() }
    #expect(seen.all == ["0 -", "1 spring", "2 linear", "3 -", "4 easeIn"])
    probe.cancel()
  }

  @Test func anAnimationTravelsWithAnEventToTheChangeThatFollows() async {
    let app = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
    let model = app.model
    let seen = Collected<String>()
    let probe = RenderProbe {
      seen.add("\(model.title) \(RecordedTransaction.current.animation?.description ?? "-")")
    }
    model.forEach(model.events(from: \.$counters)) { event, _ in
      if case .onFact(let fact) = event { model.setTitle(fact) }
    }
    StrataOneStore.withAnimation(.easeOut) { model.$counters[0].send(.onFact("A")) }
    model.$counters[0].send(.onFact("B"))
    #expect(await seen.first(3) == [" -", "A easeOut", "B -"])
    probe.cancel()
    withExtendedLifetime(app) {}
  }

  @Test func anImplicitAnimationIsOfTheValue() {
    let screen = store.model
    let shown = Notes()
    let probe = RenderProbe {
      HeadlessText("\(screen.count) \(screen.form?.text ?? "")")
        .animation(.easeIn, value: screen.count).content
    } onRender: { text in
      shown.note("\(text)\(RecordedTransaction.current.animation?.description ?? "-")")
    }
    screen.increment()
    #expect(probe.animation == .easeIn)
    screen.showForm(.init(text: "A "))
    #expect(probe.animation == nil)
    // The view's own animation wins over that of the change, but not over an explicit prohibition.
    StrataOneStore.withAnimation(.easeOut) { screen.increment() }
    StrataOneStore.withAnimation(.easeOut) { screen.showForm(nil) }
    var still = RecordedTransaction()
    still.disablesAnimations = true
    StrataOneStore.withTransaction(still) { screen.increment() }
    #expect(shown.all == ["0 -", "1 easeIn", "1 A -", "2 A easeIn", "2 easeOut", "3 -"])
  }

  @Test func viewsSeeTheOverrideAndModelsTheState() {
    let screen = store.model
    screen.increment()
    let recorded = store.state
    screen.increment()
    let count = RenderProbe { screen.count }
    let form = RenderProbe { screen.form?.text ?? "-" }
    store.stateOverride = recorded
    #expect(screen.isOverridden)
    #expect(count.output == 1)
    #expect(count.evaluations == 2)
    #expect(form.evaluations == 1)
    screen.increment()
    #expect(store.state.count == 3)
    #expect(screen.count == 3)
    #expect(count.evaluations == 2)
    screen.$count.wrappedValue = 50
    #expect(screen.$count.wrappedValue == 1)
    #expect(store.state.count == 3)
    store.stateOverride = nil
    #expect(!screen.isOverridden)
    #expect(count.output == 3)
    #expect(count.evaluations == 3)
    #expect(form.evaluations == 1)
  }

  @Test func rowsThatOnlyTheOverrideHasAreShownAndWrittenToNoOne() {
    let app = Store<AppModel>(initialState: .init(counters: [.init(id: 1), .init(id: 2)]))
    let model = app.model
    let recorded = app.state
    model.remove(2)
    let list = RenderProbe { model.$counters.map { "\($0.id):\($0.$counter.count)" } }
    #expect(list.output == ["1:0"])
    app.stateOverride = recorded
    #expect(list.output == ["1:0", "2:0"])
    app.stateOverride = .init(counters: [.init(id: 2, counter: .init(count: 8))])
    #expect(list.output == ["2:8"])
    app.stateOverride = nil
    #expect(list.output == ["1:0"])
    #expect(app.state.counters.map(\.id) == [1])
  }

  @Test func whatIsBelowARowThatOnlyAFormerOverrideHadKeepsItsState() {
    let app = Store<AppModel>(initialState: .init())
    let model = app.model
    let tracker = Tracker("view", at: .thisLine()) {}
    app.stateOverride = .init(counters: [.init(id: 7, counter: .init(count: 4))])
    let counter = tracker.track { model.$counters[0].$counter }
    #expect(tracker.track { counter.count } == 4)
    app.stateOverride = .init(counters: [.init(id: 8)])
    #expect(tracker.track { counter.count } == 4)
    app.stateOverride = nil
    #expect(counter.count == 4)
  }

  @Test func theEndOfAnOverrideConcernsNoViewThatSawTheSame() {
    let app = Store<AppModel>(initialState: .init(counters: [.init(id: 1)]))
    let model = app.model
    let ids = RenderProbe { model.$counters.map(\.id) }
    app.stateOverride = .init(counters: [.init(id: 2)])
    #expect(ids.output == [2])
    app.stateOverride = app.state
    #expect(ids.output == [1])
    #expect(ids.evaluations == 3)
    app.stateOverride = nil
    #expect(ids.evaluations == 3)
  }

  @Test func waitingEndsWhenTheConditionHolds() async throws {
    let screen = store.model
    try await screen.waitUntil(screen.count == 0)
    let done = Collected<String>()
    screen.task {
      try await screen.waitUntil(screen.count == 2)
      done.add("2")
    } catch: { _ in
    }
    screen.increment()
    screen.increment()
    #expect(await done.first(1) == ["2"])
    let waiting = Task { try await screen.waitUntil(screen.count == 100) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func aConditionThatDoesNotHoldIsLookedAtAgainAfterEachChange() async {
    let screen = store.model
    let (looks, done) = (Collected<Int>(), Collected<String>())
    let isThere: @Sendable () -> Bool = {
      let count = screen.count
      looks.add(count)
      return count == 1
    }
    screen.task {
      try await screen.waitUntil(isThere())
      done.add("done")
    } catch: { _ in
    }
    #expect(await looks.first(1).last == 0)
    screen.increment()
    #expect(await done.first(1) == ["done"])
    #expect(looks.all.last == 1)
  }

  @Test func sequencesAreReceivedForTheModelsLife() async {
    let screen = store.model
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let seen = Collected<Int>()
    screen.onReceive(stream) { seen.add($0) }
    screen.onReceive(screen.valuesPublisher(of: \.count)) { seen.add($0 * 100) }
    _ = await seen.first(1)
    screen.increment()
    #expect(await seen.first(2) == [0, 100])
    source.yield(7)
    #expect(await seen.first(3) == [0, 100, 7])
  }
}

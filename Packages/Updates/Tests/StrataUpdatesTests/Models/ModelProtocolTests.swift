import StrataRendering
import StrataUpdates
import Testing

private struct Tally: ModelProtocol {
  enum Action: Equatable, Sendable {
    case increment
    case add(Int)
    case animated
    case load
  }

  struct Environment: Sendable {
    var loaded = 0
  }

  var count = 0

  static func update(
    state: Tally,
    action: Action,
    environment: Environment
  ) -> UpdateOf<Tally> {
    var model = state
    switch action {
    case .increment: model.count += 1
    case .add(let amount): model.count += amount
    case .animated:
      model.count += 1
      return Update(state: model).animation(.linear)
    case .load: return Update(state: model, fx: .just(.add(environment.loaded)))
    }
    return Update(state: model)
  }
}

private struct Page: ModelProtocol {
  enum Action: Equatable, Sendable {
    case tally(Tally.Action)
    case open
  }

  var tally: Tally?

  static func update(state: Page, action: Action, environment: Void) -> UpdateOf<Page> {
    switch action {
    case .tally(let action):
      return update(
        get: { $0.tally },
        set: { _, tally in Page(tally: tally) },
        tag: Action.tally,
        state: state,
        action: action,
        environment: Tally.Environment(loaded: 5)
      )
    case .open: return Update(state: Page(tally: Tally()))
    }
  }
}

private struct NotedUpdate: UpdateProtocol {
  var state: Noted
  var fx: Fx<Int>
  var transaction: RecordedTransaction?
  var note = ""

  init(state: Noted, fx: Fx<Int> = .empty, transaction: RecordedTransaction? = nil) {
    self.state = state
    self.fx = fx
    self.transaction = transaction
  }
}

private struct Noted: ModelProtocol {
  var number = 0

  static func update(state: Noted, action: Int, environment: Void) -> NotedUpdate {
    var update = NotedUpdate(state: Noted(number: state.number + action))
    update.note = "added"
    return update
  }
}

@Suite struct ModelProtocolTests {
  @Test func aModelIsAStoreOfItsOwn() {
    let store: ModelStore<Tally> = Store(state: Tally(), environment: Tally.Environment(loaded: 9))
    store.send(.increment)
    store.send(.load)
    #expect(store.state.count == 10)
  }

  @Test func aModelMayHaveAnUpdateTypeOfItsOwn() {
    let store = Store(state: Noted(), environment: ())
    store.send(3)
    #expect(store.state.number == 3)
    #expect(Noted.update(state: Noted(), action: 1, environment: ()).note == "added")
  }

  @Test func aFirstActionIsHandled() {
    let store = Store(state: Tally(), action: .load, environment: Tally.Environment(loaded: 4))
    #expect(store.state.count == 4)
  }

  @Test func aFirstUpdateStartsItsEffects() {
    let store = ModelStore<Tally>(
      create: { _ in Update(state: Tally(count: 1), fx: .just(.add(2))) },
      environment: Tally.Environment()
    )
    #expect(store.state.count == 3)
  }

  @Test func aStoreOfAModelLogsNothingByDefault() {
    let lines = Recorded<String>()
    let logger = StoreLogger { lines.append($0) }
    let environment = Tally.Environment()
    Store(state: Tally(), environment: environment, logger: logger).send(.increment)
    Store(state: Tally(), action: .load, environment: environment, logger: logger).send(.increment)
    ModelStore<Tally>(
      create: { _ in Update(state: Tally()) },
      environment: environment,
      logger: logger
    )
    .send(.increment)
    #expect(lines.elements == [])
    Store(state: Tally(), environment: environment, loggingEnabled: true, logger: logger)
      .send(.increment)
    #expect(lines.count == 1)
  }

  @Test func severalActionsAreOneUpdate() async {
    let update = Tally.update(
      state: Tally(),
      actions: [.increment, .animated, .load, .add(10)],
      environment: Tally.Environment(loaded: 7)
    )
    #expect(update.state.count == 12)
    #expect(update.transaction?.animation == .linear)
    var produced: [Tally.Action] = []
    for await action in update.fx { produced.append(action) }
    #expect(produced == [.add(7)])
    #expect(
      Tally.update(state: Tally(), actions: [], environment: .init()).state == Tally()
    )
  }

  @Test func aPartThatIsNotThereIsNotUpdated() {
    let store = Store(state: Page(), environment: ())
    store.send(.tally(.increment))
    #expect(store.state.tally == nil)
    store.send(.open)
    store.send(.tally(.load))
    #expect(store.state.tally == Tally(count: 5))
  }
}

import StrataOneStore
import Testing

private enum AppEvent: Equatable, Sendable {
  case logout
  case login(Int)
}

@Suite(.timeLimit(.minutes(10))) struct EventTests {
  private let store = Store<AppModel>(
    initialState: .init(
      counters: [.init(id: 1), .init(id: 2)],
      factPrompt: .init(count: 0, fact: "")
    )
  )

  @Test func anEventReachesItsSenderAndAllAbove() async {
    let app = store.model
    let row = app.$counters[0]
    let notes = Collected<String>()
    app.forEach(app.events(ofType: AppEvent.self)) { notes.add("app \($0)") }
    row.forEach(row.events(ofType: AppEvent.self)) { notes.add("row \($0)") }
    app.$counters[1].forEach(app.$counters[1].events(ofType: AppEvent.self)) {
      notes.add("other \($0)")
    }
    row.$counter.send(AppEvent.login(1))
    row.$counter.send(AppEvent.logout)
    let all = await notes.first(4)
    #expect(all.filter { $0.hasPrefix("app") } == ["app login(1)", "app logout"])
    #expect(all.filter { $0.hasPrefix("row") } == ["row login(1)", "row logout"])
  }

  @Test func equalEventsAreSignalled() async {
    let app = store.model
    let notes = Collected<String>()
    app.forEach(app.events(of: AppEvent.logout)) { notes.add("logout") }
    app.$counters[0].send(AppEvent.login(3))
    app.$counters[0].send(AppEvent.logout)
    app.send(AppEvent.logout)
    #expect(await notes.first(2) == ["logout", "logout"])
  }

  @Test func eventsOfAPropertyComeWithTheirSender() async {
    let app = store.model
    let notes = Collected<String>()
    app.forEach(app.events(from: \.$counters)) { event, row in notes.add("\(event) \(row.id)") }
    app.$counters[1].send(.onFact("A"))
    app.$factPrompt?.send(.onDismiss)
    app.$counters[0].send(.onFact("B"))
    #expect(await notes.first(2) == [#"onFact("A") 2"#, #"onFact("B") 1"#])
  }

  @Test func oneEventOfAPropertyGivesTheSender() async {
    let app = store.model
    let notes = Collected<Int>()
    app.forEach(app.events(of: .onFact("X"), from: \.$counters)) { notes.add($0.id) }
    app.$counters[1].send(.onFact("A"))
    app.$counters[1].send(.onFact("X"))
    #expect(await notes.first(1) == [2])
  }

  @Test func theEventsOfAnInlineChildComeAlone() async {
    let store = Store<Pair>(initialState: .init())
    let parent = store.model
    let notes = Collected<String>()
    parent.forEach(parent.events(from: \.$left)) { (event: Leaf.Event) in notes.add("left \(event)")
    }
    parent.forEach(parent.events(of: .ping, from: \.$right)) { () in notes.add("right") }
    parent.$right.send(.pong)
    parent.$right.send(.ping)
    parent.$left.send(.ping)
    #expect(Set(await notes.first(2)) == ["left ping", "right"])
  }

  @Test func onlyAnEqualEventOfTheInlineChildIsSignalled() async {
    let signals: ModelStream<Void>
    do {
      let store = Store<Pair>(initialState: .init())
      let parent = store.model
      signals = parent.events(of: .ping, from: \.$right)
      parent.$right.send(.pong)
      parent.$left.send(.ping)
      for _ in 0..<2 { parent.$right.send(.ping) }
      withExtendedLifetime(store) {}
    }
    // The stream ends with the store.
    var count = 0
    for await _ in signals { count += 1 }
    #expect(count == 2)
  }

  @Test func aRowMayRemoveItself() async {
    let app = store.model
    let notes = Collected<Int>()
    app.forEach(app.changes(of: \.counters)) { notes.add($0.count) }
    let row = app.$counters[0]
    let removed = Collected<String>()
    app.forEach(app.events(from: \.$counters)) { _, counter in
      removed.add("\(counter.id) \(counter.counter.count)")
    }
    row.removeButtonTapped()
    #expect(await notes.first(1) == [1])
    #expect(await removed.first(1) == ["1 0"])
    #expect(app.$counters.map(\.id) == [2])
  }

  @Test func aModelReceivesItsOwnEventsInOrderAlsoThoseFromBeforeTheLoop() async {
    let row = store.model.$counters[0]
    let events = row.events()
    for number in 1...5 { row.send(.onFact("\(number)")) }
    let notes = Collected<String>()
    row.forEach(events) { event in
      if case .onFact(let text) = event { notes.add(text) }
    }
    #expect(await notes.first(5) == ["1", "2", "3", "4", "5"])
  }

  @Test func anEventGoesWhereItIsSentTo() async {
    let app = store.model
    let notes = Collected<String>()
    app.forEach(app.events(ofType: AppEvent.self)) { _ in notes.add("app") }
    for row in app.$counters {
      let id = row.id
      row.forEach(row.events(ofType: AppEvent.self)) { _ in notes.add("row \(id)") }
      let counter = row.$counter
      counter.forEach(counter.events(ofType: AppEvent.self)) { _ in notes.add("counter \(id)") }
    }
    app.send(AppEvent.logout, to: .children)
    #expect(Set(await notes.first(2)) == ["row 1", "row 2"])
    app.send(AppEvent.logout, to: .descendants)
    #expect(await notes.first(6).count == 6)
    app.$counters[0].$counter.send(AppEvent.logout, to: .parent)
    #expect(await notes.first(7).last == "row 1")
    app.$counters[0].send(AppEvent.logout, to: [.self, .ancestors])
    #expect(Set(await notes.first(9).suffix(2)) == ["row 1", "app"])
  }

  @Test func eventsAreTakenByTheKindOfTheirSender() async {
    let app = store.model
    let notes = Collected<String>()
    app.forEach(app.events(fromType: CounterRowModel.self)) { event, row in
      notes.add("\(row.id)")
    }
    app.forEach(app.events(of: .onFact("A"), fromType: CounterRowModel.self)) { row in
      notes.add("A of \(row.id)")
    }
    app.forEach(app.events(ofType: AppEvent.self, fromType: CounterRowModel.self)) { event, row in
      notes.add("\(event) of \(row.id)")
    }
    app.$counters[1].send(.onFact("A"))
    app.$counters[1].send(AppEvent.logout)
    app.send(AppEvent.logout)
    #expect(Set(await notes.first(3)) == ["2", "A of 2", "logout of 2"])
  }

  @Test func eventsAreTakenByCase() async {
    let app = store.model
    let notes = Collected<String>()
    app.forEach(app.events(ofCase: /AppEvent.login)) { notes.add("login \($0)") }
    app.forEach(app.events(ofCase: /CounterRowModel.Event.onFact, fromType: CounterRowModel.self)) {
      fact,
      row in notes.add("\(fact) of \(row.id)")
    }
    app.send(AppEvent.logout)
    app.send(AppEvent.login(4))
    app.$counters[0].send(.onRemove)
    app.$counters[1].send(.onFact("C"))
    #expect(Set(await notes.first(2)) == ["login 4", "C of 2"])
  }
}

private struct Pair: Model {
  struct State: Equatable, Sendable {
    @StateModel<Leaf> var left = .init()
    @StateModel<Leaf> var right = .init()
  }

  @ModelState private var state: State
}

private struct Leaf: Model {
  struct State: Equatable, Sendable {
    var number = 0
  }

  enum Event: Equatable, Sendable {
    case ping
    case pong
  }

  @ModelState private var state: State
}

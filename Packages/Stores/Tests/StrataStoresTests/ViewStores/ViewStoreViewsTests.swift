import Testing

@testable import StrataStores

private final class GoneView: StatefulView {
  /// How often it was asked for its policy.
  private(set) var askCount = 0

  var renderPolicy: RenderPolicy {
    askCount += 1
    return .notPossible(.viewDeallocated)
  }

  func render(state: ScreenState, from distinctState: ScreenState.State?) {
    Issue.record("rendered")
  }
}

private final class Watching: StatefulView {
  let source: CounterStore
  var pairs: [[Int]] = []

  init(_ source: CounterStore) { self.source = source }

  func render(state: ScreenState, from distinctState: ScreenState.State?) {
    pairs.append([state.width, source.state.count])
  }
}

private final class OrderedView: StatefulView {
  let order = Recorded<String>()

  func render(state: ScreenState, from distinctState: ScreenState.State?) {
    order.append("view \(state.width)")
  }
}

@Suite struct ViewStoreViewsTests {
  @Test func severalViewsOfOneClassAreGivenEachState() throws {
    let store = ScreenStore()
    let views = [RecordingView(), RecordingView(), RecordingView()]
    for view in views { try store.subscribe(from: view) }
    store.state.width = 1
    store.state.width = 2
    for view in views { #expect(view.rendered.map(\.0.width) == [0, 1, 2]) }
    #expect(store.viewCount == 3)
  }

  @Test func tellsPlainSubscribersToo() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    let seen = Recorded<Int>()
    let token = store.subscribe { seen.append($0.width) }
    try store += view
    store.state.width = 1
    #expect(seen.elements == [0, 1])
    #expect(view.rendered.count == 2)
    token.stop()
  }

  @Test func viewsAreToldAfterAllClosures() throws {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let store = ScreenStore(delivery: delivery)
    let follower = CounterStore(delivery: delivery)
    store.subscribe(to: source) { [weak store] in store?.state.width = $0.count }
    follower.subscribe(to: store) { [weak follower] in follower?.state.count = $0.width }
    let view = OrderedView()
    try store.subscribe(from: view)
    let order = view.order
    let token = follower.subscribe { order.append("closure \($0.count)") }
    source.add(1)
    #expect(order.elements == ["view 0", "closure 0", "closure 1", "view 1"])
    token.stop()
  }

  @Test func forcedPushReachesViewsAndSubscribers() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    let seen = Recorded<Int>()
    let token = store.subscribe { seen.append($0.width) }
    try store += view
    store.forcePushState()
    #expect(seen.elements == [0, 0])
    #expect(view.rendered.count == 2)
    token.stop()
  }

  @Test func aViewThatBecomesReadyIsGivenTheNextStateWithTheCaseItShowedLast() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    try store += view
    view.isReady = false
    store.state.current = .showing("a")
    store.state.current = .showing("b")
    view.isReady = true
    store.state.current = .showing("c")
    #expect(view.rendered.map(\.0.current) == [.idle, .showing("c")])
    #expect(view.rendered.map(\.1) == [nil, .idle])
  }

  @Test func aViewThatSaysItIsGoneIsDropped() throws {
    let (store, view) = (ScreenStore(), GoneView())
    try store += view
    #expect(store.viewCount == 0)
    store.state.width = 1
    #expect(view.askCount == 1)
  }

  @Test func theSubscriptionOfAViewThatHasGoneEndsWithTheNextState() throws {
    let store = ScreenStore()
    do { try store.subscribe(from: RecordingView()) }
    #expect(!store.core.subscribers.isEmpty)
    store.state.width = 1
    #expect(store.core.subscribers.isEmpty)
  }

  @Test func rendersWhenAllStoresAreQuiet() throws {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let screen = ViewStore<ScreenState>(initialState: .init(), delivery: delivery)
    screen.subscribe(to: source) { [weak screen] state in screen?.state.width = state.count }
    let view = Watching(source)
    try screen += view
    source.add(1)
    #expect(view.pairs == [[0, 0], [1, 1]])
  }

  @Test func errorsSayWhatToDo() {
    #expect(
      ViewStoreError.viewIsAlreadySubscribed(view: "V", store: "S").description
        == "V is already subscribed to S. A view subscribes once to a store; unsubscribe it first."
    )
    #expect(
      ViewStoreError.viewIsNotSubscribed(view: "V", store: "S").description
        == "V is not subscribed to S, so it cannot be unsubscribed. Subscribe it first."
    )
  }
}

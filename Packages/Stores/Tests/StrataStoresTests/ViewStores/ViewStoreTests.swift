import StrataStores
import Testing

struct ScreenState: ViewState {
  enum State: EnumState {
    case idle
    case showing(String)
  }

  var current: State = .idle
  var width = 0
}

// SAFETY: adds no state.
final class ScreenStore: ViewStore<ScreenState>, @unchecked Sendable {
  init(delivery: StoreDelivery = .immediate) {
    super.init(initialState: .init(), delivery: delivery)
  }
}

final class RecordingView: StatefulView {
  var isReady = true
  var rendered: [(ScreenState, ScreenState.State?)] = []
  var renderPolicy: RenderPolicy { isReady ? .possible : .notPossible(.viewNotReady) }

  func render(state: ScreenState, from distinctState: ScreenState.State?) {
    rendered.append((state, distinctState))
  }
}

@Suite struct ViewStoreTests {
  @Test func rendersOnSubscribingAndThenOnlyOnChanges() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    try store += view
    #expect(view.rendered.map(\.0.width) == [0])
    store.state.width = 1
    store.state.width = 1
    #expect(view.rendered.map(\.0.width) == [0, 1])
  }

  @Test func givesTheFormerCaseOnlyIfTheBaseCaseDiffers() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    try store += view
    store.state.current = .showing("a")
    store.state.current = .showing("b")
    store.state.current = .idle
    #expect(view.rendered.map(\.1) == [nil, .idle, nil, .showing("b")])
  }

  @Test func givesAViewThatWasNotReadyTheLatestState() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    view.isReady = false
    try store += view
    store.state.width = 1
    store.state.width = 2
    #expect(view.rendered.isEmpty)
    view.isReady = true
    try store.viewDidBecomeReady(view)
    try store.viewDidBecomeReady(view)
    #expect(view.rendered.map(\.0.width) == [2])
    store.state.width = 3
    #expect(view.rendered.map(\.0.width) == [2, 3])
  }

  @Test func throwsWhenAViewSubscribesTwiceOrNeverDid() throws {
    let (store, view) = (ScreenStore(), RecordingView())
    try store += view
    #expect(
      throws: ViewStoreError.viewIsAlreadySubscribed(
        view: "RecordingView",
        store: store.storeIdentifier
      )
    ) { try store += view }
    try store -= view
    #expect(
      throws: ViewStoreError.viewIsNotSubscribed(
        view: "RecordingView",
        store: store.storeIdentifier
      )
    ) { try store -= view }
    store.state.width = 1
    #expect(view.rendered.count == 1)
  }

  @Test func dropsAViewThatIsGone() throws {
    let store = ScreenStore()
    weak var gone: RecordingView?
    do {
      let view = RecordingView()
      gone = view
      try store += view
      #expect(store.viewCount == 1)
    }
    #expect(gone == nil)
    store.state.width = 1
    #expect(store.viewCount == 0)
  }
}

import StrataRendering
import StrataStores
import Testing

final class Screen: StatefulView {
  var shown: [String] = []
  var policy = RenderPolicy.possible
  var renderPolicy: RenderPolicy { policy }

  func render(state: BillState, from distinctState: BillState.State?) {
    shown.append("\(state.current.name)<\(distinctState?.name ?? "-")")
  }
}

protocol DoorDelegate: AnyObject {
  func doorDidKnock()
}

struct DoorState: ViewState {
  enum State: EnumState {
    case shut
    case open(times: Int)
  }
  var current: State = .shut
}

// SAFETY: stores nothing beside the state.
final class DoorStore: ViewControllerStore<DoorState>, DoorDelegate, @unchecked Sendable {
  var hooks: [String] = []

  init() { super.init(initialState: .init()) }

  func doorDidKnock() {
    state.update {
      if case .open(let times) = $0.current {
        $0.current = .open(times: times + 1)
      } else {
        $0.current = .open(times: 1)
      }
    }
  }

  override func viewControllerDidLoad() { hooks.append("didLoad") }
  override func viewControllerWillAppear() { hooks.append("willAppear") }
  override func viewControllerDidAppear() { hooks.append("didAppear") }
  override func viewControllerWillDisappear() { hooks.append("willDisappear") }
  override func viewControllerDidDisappear() { hooks.append("didDisappear") }
}

final class DoorController: ViewController<DoorState, DoorStore, any DoorDelegate> {
  var shown: [String] = []

  override func render(state: DoorState, from distinctState: DoorState.State?) {
    super.render(state: state, from: distinctState)
    shown.append("\(state.current.name)<\(distinctState?.name ?? "-")")
  }
}

struct DoorView: StateView {
  var state: DoorState
  weak var delegate: (any DoorDelegate)?

  init(state: DoorState) { self.state = state }

  var body: some View {
    switch state.current {
    case .shut: Text("shut")
    case .open(let times): Text("open \(times)")
    }
    Button("knock") { delegate?.doorDidKnock() }
  }
}

/// Stores of views, and what a view is given.
struct ViewStoresTests {
  func shop() -> (CatalogStore, CartStore, BillStore) {
    atOnce {
      let catalog = CatalogStore()
      let cart = CartStore()
      return (catalog, cart, BillStore(catalog: catalog, cart: cart))
    }
  }

  @Test func aViewIsGivenTheFormerCaseOnlyWhenItChanges() throws {
    let (catalog, cart, bill) = shop()
    let screen = Screen()
    try bill += screen
    catalog.load()
    cart.add("tea")
    cart.add("tea")
    cart.clear()
    #expect(screen.shown == ["waiting<-", "waiting<-", "due<waiting", "due<-", "waiting<due"])
  }

  @Test func aSecondSubscriptionThrowsAndTheFirstGoesOn() throws {
    let (_, cart, bill) = shop()
    let screen = Screen()
    try bill += screen
    #expect {
      try bill += screen
    } throws: {
      if case ViewStoreError.viewIsAlreadySubscribed = $0 { true } else { false }
    }
    cart.add("tea")
    #expect(screen.shown.count == 2)
    #expect(bill.viewCount == 1)
  }

  @Test func aStrangerCannotUnsubscribe() throws {
    let (_, _, bill) = shop()
    #expect {
      try bill -= Screen()
    } throws: {
      if case ViewStoreError.viewIsNotSubscribed = $0 { true } else { false }
    }
  }

  @Test func aViewMayComeBack() throws {
    let (_, cart, bill) = shop()
    let screen = Screen()
    try bill += screen
    try bill -= screen
    cart.add("tea")
    try bill += screen
    #expect(screen.shown == ["waiting<-", "due<-"])
  }

  @Test func aReleasedViewIsForgotten() throws {
    let (_, cart, bill) = shop()
    do {
      let screen = Screen()
      try bill += screen
      #expect(bill.viewCount == 1)
    }
    cart.add("tea")
    #expect(bill.viewCount == 0)
  }

  @Test func twoViewsAreGivenTheSameStates() throws {
    let (_, cart, bill) = shop()
    let one = Screen()
    let two = Screen()
    try bill += one
    try bill += two
    cart.add("tea")
    #expect(one.shown == two.shown)
  }

  @Test func aViewThatIsNotReadyIsGivenTheLatest() throws {
    let (_, cart, bill) = shop()
    let screen = Screen()
    screen.policy = .notPossible(.viewNotReady)
    try bill += screen
    cart.add("tea")
    #expect(screen.shown.isEmpty)
    screen.policy = .possible
    try bill.viewDidBecomeReady(screen)
    #expect(screen.shown == ["due<-"])
    try bill.viewDidBecomeReady(screen)
    #expect(screen.shown == ["due<-"])
  }

  @Test func aViewThatUnsubscribesWhileItIsRendered() throws {
    final class Once: StatefulView {
      var store: BillStore?
      var count = 0
      func render(state: BillState, from distinctState: BillState.State?) {
        count += 1
        if count == 2, let store { try? store -= self }
      }
    }
    let (_, cart, bill) = shop()
    let view = Once()
    view.store = bill
    try bill += view
    cart.add("tea")
    cart.add("tea")
    #expect(view.count == 2)
  }

  @Test func controllersAreLedThroughTheirLife() {
    let store = atOnce { DoorStore() }
    let controller = DoorController(viewStore: store)
    controller.appear()
    controller.delegate.doorDidKnock()
    controller.delegate.doorDidKnock()
    controller.disappear()
    #expect(
      store.hooks == ["didLoad", "willAppear", "didAppear", "willDisappear", "didDisappear"]
    )
    #expect(controller.shown == ["shut<-", "open<shut", "open<-"])
    #expect(controller.state.current == .open(times: 2))
  }

  @Test func aControllerThatAppearsTwiceLoadsOnce() {
    let store = atOnce { DoorStore() }
    let controller = DoorController(viewStore: store)
    controller.appear()
    controller.disappear()
    controller.appear()
    #expect(store.hooks.filter { $0 == "didLoad" }.count == 1)
    #expect(store.hooks.filter { $0 == "didAppear" }.count == 2)
  }

  @Test func aControllerDoesNotOutliveItsOwner() {
    weak var gone: DoorController?
    let store = atOnce { DoorStore() }
    do {
      let controller = DoorController(viewStore: store)
      controller.appear()
      gone = controller
    }
    #expect(gone == nil)
    store.doorDidKnock()
    #expect(store.viewCount == 0)
  }

  @Test func aHostedViewShowsEachState() {
    let screen = HostingController<DoorState, DoorStore, DoorView>(
      viewStore: atOnce { DoorStore() }
    )
    #expect(screen.lines == ["shut", "[knock]"])
    #expect(screen.rootView.press("knock"))
    #expect(screen.rootView.press("knock"))
    #expect(screen.lines == ["open 2", "[knock]"])
    #expect(!screen.rootView.press("kick"))
  }

  @Test func aViewOfAClosureFollowsTheStore() {
    let store = atOnce { DoorStore() }
    let view = ViewWith(store) { state in Text(state.current.name) }
    #expect(view.lines == ["shut"])
    store.doorDidKnock()
    #expect(view.lines == ["open"])
  }

  @Test func anObservedStateIsReadAgainOnlyWhenItChanges() {
    let store = atOnce { DoorStore() }
    let observable = ObservableViewStore(store)
    let count = Seen<Int>()
    let probe = RenderProbe {
      count.add(1)
      return observable.state.current.name
    }
    #expect(probe.output == "shut")
    store.doorDidKnock()
    #expect(probe.output == "open")
    store.state.update { _ in }
    #expect(count.values.count == 2)
  }
}

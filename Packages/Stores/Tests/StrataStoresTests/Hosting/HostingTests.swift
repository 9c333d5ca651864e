import StrataRendering
import StrataStores
import Testing

protocol PageDelegate: AnyObject {
  func pageDidTapButton()
}

// SAFETY: `steps` and `taps` are touched by one test on one thread.
final class PageStore: ViewControllerStore<ScreenState>, PageDelegate, @unchecked Sendable {
  var steps: [String] = []
  var taps = 0

  init() { super.init(initialState: .init(), delivery: .immediate) }

  func pageDidTapButton() { taps += 1 }
  override func viewControllerDidLoad() { steps.append("did load") }
  override func viewControllerWillAppear() { steps.append("will appear") }
  override func viewControllerDidAppear() { steps.append("did appear") }
  override func viewControllerWillDisappear() { steps.append("will disappear") }
  override func viewControllerDidDisappear() { steps.append("did disappear") }
}

final class PageController: ViewController<ScreenState, PageStore, any PageDelegate> {
  var events: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    events.append("loaded")
  }

  override func render(state: ScreenState, from distinctState: ScreenState.State?) {
    super.render(state: state, from: distinctState)
    events.append("rendered \(state.width)")
  }
}

struct PageView: StateView {
  var state: ScreenState
  weak var delegate: (any PageDelegate)?

  init(state: ScreenState) { self.state = state }

  var body: some View {
    switch state.current {
    case .idle: Text("idle, width \(state.width)")
    case .showing(let text):
      VStack {
        Text("showing")
        Text(text)
      }
    }
  }
}

typealias HostedPage = HostingController<ScreenState, PageStore, PageView>

/// A controller that has lines once its view is loaded.
private final class LoadedController: HeadlessViewController {
  override var lines: [String] { isViewLoaded ? ["loaded"] : [] }
}

@Suite struct ViewControllerTests {
  @Test func tellsTheStoreEachStepInOrder() {
    let store = PageStore()
    let controller = PageController(viewStore: store)
    controller.appear()
    controller.disappear()
    #expect(
      store.steps
        == ["did load", "will appear", "did appear", "will disappear", "did disappear"]
    )
  }

  @Test func rendersAfterTheSubclassHasLoaded() {
    let store = PageStore()
    store.state.width = 5
    let controller = PageController(viewStore: store)
    store.state.width = 6
    #expect(controller.events.isEmpty)
    #expect(controller.renderPolicy == .notPossible(.viewNotReady))
    controller.loadViewIfNeeded()
    store.state.width = 7
    #expect(controller.events == ["loaded", "rendered 6", "rendered 7"])
    #expect(controller.state.width == 7)
    #expect(controller.renderPolicy == .possible)
  }

  @Test func reachesTheStoreOnlyAsItsDelegate() {
    let store = PageStore()
    PageController(viewStore: store).delegate.pageDidTapButton()
    #expect(store.taps == 1)
  }

  @Test func aStoreThatIsNoDelegateEndsTheProgramWithAReason() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = ViewControllerStore<ScreenState>(initialState: .init(), delivery: .immediate)
      _ = ViewController<ScreenState, ViewControllerStore<ScreenState>, any PageDelegate>(
        viewStore: store
      )
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        ViewControllerStore<ScreenState> does not conform to PageDelegate, so its view has nobody \
        to tell what happens in it. Declare the conformance in an extension of \
        ViewControllerStore<ScreenState>.
        """
      )
    )
  }
}

@Suite struct HostingControllerTests {
  @Test func rendersWithoutBeingLoaded() {
    let controller = HostedPage(viewStore: PageStore())
    #expect(controller.renderCount == 1)
    #expect(controller.lines == ["idle, width 0"])
  }

  @Test func bodySwitchesOverTheCases() {
    let store = PageStore()
    let controller = HostedPage(viewStore: store)
    store.state.current = .showing("news")
    #expect(controller.lines == ["showing", "news"])
  }

  @Test func viewTellsTheStoreThroughItsDelegate() {
    let store = PageStore()
    HostedPage(viewStore: store).rootView.delegate?.pageDidTapButton()
    #expect(store.taps == 1)
  }

  @Test func tellsTheStoreEachStepInOrder() {
    let store = PageStore()
    let controller = HostedPage(viewStore: store)
    controller.appear()
    controller.disappear()
    #expect(
      store.steps
        == ["did load", "will appear", "did appear", "will disappear", "did disappear"]
    )
  }

  @Test func writesOnlyTheLinesThatHaveChanged() {
    let written = Recorded<String>()
    let store = PageStore()
    store.state.current = .showing("a")
    let console = ConsoleView(.appending) { written.append($0) }
    let controller = HostedPage(viewStore: store, console: console)
    store.state.current = .showing("b")
    store.state.width = 1
    #expect(written.elements == ["showing\na\n", "b\n"])
    #expect(controller.renderCount == 3)
  }

  @Test func previewPrintsTheBody() {
    let preview = PreviewViewController { HostedPage(viewStore: PageStore()) }
    #expect(preview.lines == ["idle, width 0"])
    #expect(HostedView(HostedPage(viewStore: PageStore())).lines == ["idle, width 0"])
  }

  @Test func previewPrintsTheLinesOfALoadedView() {
    #expect(PreviewViewController { LoadedController() }.lines == ["loaded"])
  }
}

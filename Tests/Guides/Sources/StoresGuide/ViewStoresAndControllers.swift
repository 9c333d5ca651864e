import ArticleOutput
import StrataRendering
import StrataStores

struct WatchState: ViewState {
  enum State: EnumState {
    case off
    case running(seconds: Int)
  }

  var current: State = .off

  var text: String {
    switch current {
    case .off: "off"
    case .running(let seconds): "\(seconds) s"
    }
  }

  mutating func tick() {
    update {
      if case .running(let seconds) = $0.current {
        $0.current = .running(seconds: seconds + 1)
      } else {
        $0.current = .running(seconds: 0)
      }
    }
  }
}

final class Display: StatefulView {
  func render(state: WatchState, from distinctState: WatchState.State?) {
    print(state.text, "instead of", distinctState?.name ?? "nothing")
  }
}

protocol TallyViewDelegate: AnyObject {
  func viewDidTapPlus()
}

struct TallyState: ViewState {
  enum State: EnumState { case counting }
  var current = State.counting
  var count = 0
}

// SAFETY: stores nothing beside the state.
final class TallyStore: ViewControllerStore<TallyState>, TallyViewDelegate, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }

  func viewDidTapPlus() { state.update { $0.count += 1 } }
  override func viewControllerDidLoad() { print("loaded") }
  override func viewControllerDidDisappear() { print("gone") }
}

final class TallyController: ViewController<TallyState, TallyStore, any TallyViewDelegate> {
  override func render(state: TallyState, from distinctState: TallyState.State?) {
    super.render(state: state, from: distinctState)
    print("count: \(state.count)")
  }
}

@Sendable func viewStoresAndControllers() async throws {
  let watch = ViewStore(initialState: WatchState(), delivery: .immediate)
  let display = Display()
  try watch += display
  watch.state.tick()
  watch.state.tick()
  try watch -= display

  let controller = TallyController(viewStore: TallyStore())
  controller.appear()
  controller.delegate.viewDidTapPlus()
  controller.disappear()
}

import ArticleOutput
import StrataRendering
import StrataStores

struct TallyView: StateView {
  var state: TallyState
  weak var delegate: (any TallyViewDelegate)?

  init(state: TallyState) {
    self.state = state
  }

  var body: some View {
    Text("count: \(state.count)")
    Button("Plus") { delegate?.viewDidTapPlus() }
  }
}

@Sendable func stateViews() async throws {
  let screen = HostingController<TallyState, TallyStore, TallyView>(viewStore: TallyStore())
  print(screen.lines)  // ["count: 0", "[Plus]"]
  print(screen.rootView.press("Plus"))  // true
  print(screen.lines)  // ["count: 1", "[Plus]"]

  let store = ViewStore(initialState: TallyState(), delivery: .immediate)
  let view = ViewWith(store) { state in
    Text("count: \(state.count)")
  }
  print(view.lines)  // ["count: 0"]
  store.state.update { $0.count += 1 }
  print(view.lines)  // ["count: 1"]

  let observable = ObservableViewStore(store)
  let probe = RenderProbe { "count: \(observable.state.count)" }
  store.state.update { $0.count += 1 }
  print(probe.output)  // count: 2
}

import StrataRendering
import StrataStores

/// The controller that shows the view.
typealias ExampleViewController =
  HostingController<ExampleViewState, ExampleViewControllerStore, ExampleView>

/// The events of the view; names say what the user did, not what is to follow.
protocol ExampleViewDelegate: AnyObject {
  func viewControllerDidTapButton()
}

/// Shows one state.
struct ExampleView: StateView {
  var state: ExampleViewState
  weak var delegate: (any ExampleViewDelegate)?

  init(state: ExampleViewState) {
    self.state = state
  }

  var body: some View {
    switch state.current {
    case .idle:
      Text(state.title)
    case .counting:
      VStack {
        Text(state.title)
        Text("and counting")
      }
    }
  }
}

/// The content of a preview.
struct ExampleViewPreviews: PreviewProvider {
  static var previews: some View {
    PreviewViewController { ExampleViewController(viewStore: ExampleViewControllerStore()) }
  }
}

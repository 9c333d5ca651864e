import StrataStores

/// The events of the view; names say what the user did, not what is to follow.
protocol ExampleViewDelegate: AnyObject {
  func viewControllerDidTapButton()
}

/// Shows the states of its store.
final class ExampleViewController:
  ViewController<ExampleViewState, ExampleViewControllerStore, any ExampleViewDelegate>
{
  /// The model to show.
  private(set) var title = ""

  override func render(state: ExampleViewState, from distinctState: ExampleViewState.State?) {
    super.render(state: state, from: distinctState)
    title = state.title
  }
}

import StrataStores

// SAFETY: stores nothing beside the state.
/// What the controller shows and what becomes of its user's doings.
final class ExampleViewControllerStore: ViewControllerStore<ExampleViewState>, @unchecked Sendable {
  /// Makes a store; with `nil` its views are told where `Settings.delivery` says.
  init(delivery: StoreDelivery? = nil) {
    super.init(initialState: ExampleViewState(), delivery: delivery)
  }

  override func viewControllerDidLoad() {
    super.viewControllerDidLoad()
  }
}

extension ExampleViewControllerStore: ExampleViewDelegate {
  func viewControllerDidTapButton() {
    state.addTap()
  }
}

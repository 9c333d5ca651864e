import StrataStores

// SAFETY: stores nothing beside the state.
/// The state of the controller, and the reactions to its user's actions.
final class ExampleViewControllerStore: ViewControllerStore<ExampleViewState>, @unchecked Sendable {
  /// Makes a store; with `nil` it takes its delivery from `Settings.delivery`.
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

import StrataStores

// SAFETY: stores nothing beside the state.
/// The state of the view, and the reactions to its user's actions.
final class ExampleViewStore: ViewStore<ExampleViewState>, @unchecked Sendable {
  /// Makes a store; with `nil` it takes its delivery from `Settings.delivery`.
  init(delivery: StoreDelivery? = nil) {
    super.init(initialState: ExampleViewState(), delivery: delivery)
  }

  /// Counts a tap.
  func buttonWasTapped() {
    state.addTap()
  }
}

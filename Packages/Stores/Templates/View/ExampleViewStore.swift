import StrataStores

// SAFETY: stores nothing beside the state.
/// What the view shows and what becomes of its user's doings.
final class ExampleViewStore: ViewStore<ExampleViewState>, @unchecked Sendable {
  /// Makes a store; with `nil` its views are told where `Settings.delivery` says.
  init(delivery: StoreDelivery? = nil) {
    super.init(initialState: ExampleViewState(), delivery: delivery)
  }

  /// Counts a tap.
  func buttonWasTapped() {
    state.addTap()
  }
}

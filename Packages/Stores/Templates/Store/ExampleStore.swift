import StrataStores

// SAFETY: stores only a constant beside the state, and that is Sendable.
/// Loads a text; the result is its state.
final class ExampleStore: Store<ExampleState>, @unchecked Sendable {
  private let load: @Sendable () throws -> String

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - delivery: The queue that notifies subscribers; `nil` follows `Settings.delivery`.
  ///   - load: The service that the store uses.
  init(delivery: StoreDelivery? = nil, load: @escaping @Sendable () throws -> String) {
    self.load = load
    super.init(initialState: ExampleState(), delivery: delivery)
  }

  /// Loads the text anew.
  func reload() {
    state.toLoading()
    do {
      state.toMain(text: try load())
    } catch {
      state.toError(error)
    }
  }
}

// SAFETY: adds no state.
/// A view store that is paired with one controller and notified of the controller's lifetime.
///
/// Override what is needed; the base functions do nothing. They are called in this order: did load, will appear, did
/// appear, will disappear, did disappear. The last four are called again each time the view comes back.
open class ViewControllerStore<State: ViewState>: ViewStore<State>, @unchecked Sendable {
  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which is not a change.
  ///   - delivery: The queue that notifies subscribers and views; `nil` follows ``Settings/delivery``.
  public override init(initialState: State, delivery: StoreDelivery? = nil) {
    super.init(initialState: initialState, delivery: delivery)
  }

  /// The controller has loaded its view and shows the state.
  open func viewControllerDidLoad() {}

  /// The view is about to come on screen.
  open func viewControllerWillAppear() {}

  /// The view has come on screen.
  open func viewControllerDidAppear() {}

  /// The view is about to leave the screen.
  open func viewControllerWillDisappear() {}

  /// The view has left the screen.
  open func viewControllerDidDisappear() {}
}

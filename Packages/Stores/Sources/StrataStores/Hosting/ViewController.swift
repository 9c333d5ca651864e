public import StrataRendering

/// A controller of a view that shows the states of a view store, without a user interface.
///
/// It cannot reach its store. States arrive in ``render(state:from:)``. Events of the view leave through ``delegate``,
/// a protocol that the store conforms to.
///
/// ```swift
/// class ExampleViewController:
///   ViewController<ExampleViewState, ExampleViewControllerStore, any ExampleViewDelegate>
/// {
///   override func render(state: ExampleViewState, from distinctState: ExampleViewState.State?) {
///     super.render(state: state, from: distinctState)
///     title = state.titleText
///   }
/// }
/// ```
///
/// The store's states are rendered once `viewDidLoad()`, with everything that subclasses do in it, is over. The store
/// is notified of each step of the controller's lifetime.
open class ViewController<State: ViewState, Store: ViewControllerStore<State>, Delegate>:
  HeadlessViewController, StatefulView
{
  private let viewStore: Store
  /// The delegate that receives the view's events.
  public final let delegate: Delegate

  /// The state that was rendered last; before the first, the store's.
  public final private(set) var state: State

  /// Makes a controller.
  ///
  /// - Parameter viewStore: The store whose states are shown; the controller retains it.
  /// - Precondition: The store conforms to `Delegate`.
  public init(viewStore: Store) {
    self.viewStore = viewStore
    delegate = StoreTrap.delegate(of: viewStore)
    state = viewStore.state
    super.init()
  }

  /// ``RenderPolicy/possible`` as soon as the view is loaded.
  open var renderPolicy: RenderPolicy {
    isViewLoaded ? .possible : .notPossible(.viewNotReady)
  }

  /// Shows a state; overrides call `super` first.
  open func render(state: State, from distinctState: State.State?) {
    self.state = state
  }

  /// Starts to show the store's states, and notifies the store that the view is loaded.
  public final override func viewIsLoaded() {
    // A view that has just been loaded cannot be subscribed, unless the program did it itself.
    try? viewStore.subscribe(from: self)
    viewStore.viewControllerDidLoad()
  }

  /// Notifies the store; overrides call `super`.
  open override func viewWillAppear(_ animated: Bool) {
    viewStore.viewControllerWillAppear()
  }

  /// Notifies the store; overrides call `super`.
  open override func viewDidAppear(_ animated: Bool) {
    viewStore.viewControllerDidAppear()
  }

  /// Notifies the store; overrides call `super`.
  open override func viewWillDisappear(_ animated: Bool) {
    viewStore.viewControllerWillDisappear()
  }

  /// Notifies the store; overrides call `super`.
  open override func viewDidDisappear(_ animated: Bool) {
    viewStore.viewControllerDidDisappear()
  }
}

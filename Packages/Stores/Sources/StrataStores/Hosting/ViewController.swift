public import StrataRendering

/// A controller of a view that shows the states of a view store, without a user interface.
///
/// It cannot reach its store: what it shows arrives in ``render(state:from:)``, and what happens in
/// the view leaves through ``delegate``, a protocol that the store conforms to.
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
/// The store's states are rendered from the moment when `viewDidLoad()`, with all that subclasses do
/// in it, is over. The store is told of each step of the controller's life.
open class ViewController<State: ViewState, Store: ViewControllerStore<State>, Delegate>:
  HeadlessViewController, StatefulView
{
  private let viewStore: Store
  /// Where the view tells what happened in it.
  public final let delegate: Delegate

  /// The state that was rendered last; before the first, the store's.
  public final private(set) var state: State

  /// Makes a controller.
  ///
  /// - Parameter viewStore: The store whose states are shown; the controller holds it.
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

  /// Starts to show the store's states, and tells the store that the view is loaded.
  public final override func viewIsLoaded() {
    // A view that has just been loaded cannot be subscribed, unless the program did it itself.
    try? viewStore.subscribe(from: self)
    viewStore.viewControllerDidLoad()
  }

  /// Tells the store; overrides call `super`.
  open override func viewWillAppear(_ animated: Bool) {
    viewStore.viewControllerWillAppear()
  }

  /// Tells the store; overrides call `super`.
  open override func viewDidAppear(_ animated: Bool) {
    viewStore.viewControllerDidAppear()
  }

  /// Tells the store; overrides call `super`.
  open override func viewWillDisappear(_ animated: Bool) {
    viewStore.viewControllerWillDisappear()
  }

  /// Tells the store; overrides call `super`.
  open override func viewDidDisappear(_ animated: Bool) {
    viewStore.viewControllerDidDisappear()
  }
}

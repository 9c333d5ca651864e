public import StrataRendering

/// A controller that shows a view store's states in a ``StateView``, without a user interface.
///
/// The view is made of the store's state at once: there is no loading to wait for. With a console,
/// the lines of the view that have changed are written there.
open class HostingController<
  State: ViewState,
  Store: ViewControllerStore<State>,
  Content: StateView
>:
  HeadlessViewController, StatefulView
where Content.State == State {
  private let viewStore: Store
  private let console: ConsoleView?

  /// The view that is shown.
  public final private(set) var rootView: Content

  /// How often a state was rendered.
  public final private(set) var renderCount = 0

  /// Makes a controller, which renders the store's state before this returns.
  ///
  /// - Parameters:
  ///   - viewStore: The store whose states are shown; the controller retains it.
  ///   - console: The destination of the view's lines.
  /// - Precondition: The store conforms to `Content.Delegate`.
  public init(viewStore: Store, console: ConsoleView? = nil) {
    self.viewStore = viewStore
    self.console = console
    rootView = Content(state: viewStore.state)
    rootView.delegate = StoreTrap.delegate(of: viewStore)
    super.init()
    // A view that has just been made cannot be subscribed yet.
    try? viewStore.subscribe(from: self)
  }

  /// The lines of the view.
  public final override var lines: [String] { rootView.lines }

  /// Shows a state; overrides call `super`.
  open func render(state: State, from distinctState: State.State?) {
    rootView.state = state
    renderCount += 1
    console?.show(rootView)
  }

  /// Notifies the store that the view is loaded.
  public final override func viewIsLoaded() {
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

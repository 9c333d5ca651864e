import StrataConcurrency

/// A controller of a view without a screen.
///
/// A program leads it through its life cycle by calling ``loadViewIfNeeded()``,
/// ``appear(animated:fileID:filePath:line:column:)`` and ``disappear(animated:fileID:filePath:line:column:)``, as
/// a user interface does with a controller.
///
/// Like a controller of a user interface it belongs to one thread.
open class HeadlessViewController: LifecycleResponder {
  private var driver = LifecycleDriver()

  /// Makes a controller whose view is not loaded yet.
  public init() {}

  /// Whether the view has been loaded.
  public final var isViewLoaded: Bool { driver.isLoaded }

  /// The controller's phase of its life cycle.
  public final var lifecyclePhase: LifecycleDriver.Phase { driver.phase }

  /// Loads the view, unless that is done.
  open func loadViewIfNeeded() {
    if driver.load() {
      viewDidLoad()
      viewIsLoaded()
    }
  }

  /// Brings the view on screen, after loading it if needed.
  public final func appear(
    animated: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    loadViewIfNeeded()
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driver.appear("\(Self.self)", at: callSite) else { return }
    viewWillAppear(animated)
    viewDidAppear(animated)
  }

  /// Takes the view off the screen.
  public final func disappear(
    animated: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard driver.disappear("\(Self.self)", at: callSite) else { return }
    viewWillDisappear(animated)
    viewDidDisappear(animated)
  }

  /// The lines that the view prints; none unless a subclass has some.
  open var lines: [String] { [] }

  /// Called when the view has been loaded.
  open func viewDidLoad() {}

  /// Called when the whole of ``viewDidLoad()``, with the overrides of subclasses, is over.
  open func viewIsLoaded() {}

  /// Called before the view comes on screen.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called when the view has come on screen.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before the view leaves the screen.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called when the view has left the screen.
  open func viewDidDisappear(_ animated: Bool) {}
}

@available(*, unavailable)
extension HeadlessViewController: Sendable {}

/// Something with a view that is loaded, comes on screen and leaves it: a controller.
public protocol LifecycleResponder: AnyObject {
  /// The view has been loaded; called once.
  func viewDidLoad()
  /// The view is about to come on screen.
  func viewWillAppear(_ animated: Bool)
  /// The view has come on screen.
  func viewDidAppear(_ animated: Bool)
  /// The view is about to leave the screen.
  func viewWillDisappear(_ animated: Bool)
  /// The view has left the screen.
  func viewDidDisappear(_ animated: Bool)
}

/// Something that shows the states of a ``ViewStore``: a controller, a view, a terminal, a list in a test.
///
/// Called on the store's ``Store/delivery``, one call at a time, when all stores are idle.
public protocol StatefulView<State>: AnyObject {
  /// The values that it shows.
  associatedtype State: ViewState

  /// Shows a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - distinctState: The ``StateContainer/current`` of the state that this view showed last, if that was of another
  ///     base case. The view can then remove the content of that case. In all other cases, and for the first state,
  ///     `nil`.
  func render(state: State, from distinctState: State.State?)

  /// Whether the view can show a state now; asked before each.
  var renderPolicy: RenderPolicy { get }
}

extension StatefulView {
  /// ``RenderPolicy/possible``: a view is ready unless it says otherwise.
  public var renderPolicy: RenderPolicy { .possible }
}

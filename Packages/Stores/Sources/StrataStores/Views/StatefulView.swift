/// Something that shows the states of a ``ViewStore``: a controller, a view, a terminal, a recorder.
///
/// Called on the store's ``Store/delivery``, one call at a time, when all stores are quiet.
public protocol StatefulView<State>: AnyObject {
  /// What it shows.
  associatedtype State: ViewState

  /// Shows a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - distinctState: What ``StateContainer/current`` was in the state that this view showed last,
  ///     if that was of another base case, so that what belonged to it can be taken away; else, and
  ///     for the first state, `nil`.
  func render(state: State, from distinctState: State.State?)

  /// Whether the view can show a state now; asked before each.
  var renderPolicy: RenderPolicy { get }
}

extension StatefulView {
  /// ``RenderPolicy/possible``: a view is ready unless it says otherwise.
  public var renderPolicy: RenderPolicy { .possible }
}

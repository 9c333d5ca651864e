public import StrataRendering

/// A view that shows one state, and notifies a delegate of its events.
///
/// ```swift
/// struct ExampleView: StateView {
///   var state: ExampleViewState
///   weak var delegate: (any ExampleViewDelegate)?
///
///   init(state: ExampleViewState) {
///     self.state = state
///   }
///
///   var body: some View {
///     switch state.current {
///     case .idle: Text(state.greeting)
///     case .error: Text(state.errorText)
///     }
///   }
/// }
/// ```
public protocol StateView<State>: HeadlessView {
  /// The values that it shows.
  associatedtype State: ViewState
  /// The delegate that it notifies of its events.
  associatedtype Delegate

  /// The values that it shows.
  var state: State { get set }
  /// The delegate that it notifies of its events.
  var delegate: Delegate? { get set }

  /// Makes a view of a state.
  init(state: State)
}

public import StrataRendering

/// A view that shows one state, and tells a delegate what happens in it.
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
  /// What it shows.
  associatedtype State: ViewState
  /// Whom it tells what happens in it.
  associatedtype Delegate

  /// What it shows.
  var state: State { get set }
  /// Whom it tells what happens in it.
  var delegate: Delegate? { get set }

  /// Makes a view of a state.
  init(state: State)
}

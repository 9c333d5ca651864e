public import StrataRendering

/// Shows the state of a store with a closure, where no controller is needed.
///
/// ```swift
/// ViewWith(store) { state in
///   Text(state.titleText)
/// }
/// ```
public struct ViewWith<State: ViewState, Content: HeadlessView>: HeadlessView {
  private let read: @Sendable () -> State
  private let content: (State) -> Content

  /// Shows the states that an observable store delivers.
  public init(
    _ store: ObservableViewStore<State>,
    @HeadlessViewBuilder content: @escaping (State) -> Content
  ) {
    read = { store.state }
    self.content = content
  }

  /// Shows the states of a view store.
  public init(
    _ store: ViewStore<State>,
    @HeadlessViewBuilder content: @escaping (State) -> Content
  ) {
    read = { store.state }
    self.content = content
  }

  /// The content that the closure makes of the state.
  public var body: Content { content(read()) }
}

@available(*, unavailable)
extension ViewWith: Sendable {}

/// Shows the state of a store with a closure: another name for ``ViewWith``.
public typealias ViewFor = ViewWith

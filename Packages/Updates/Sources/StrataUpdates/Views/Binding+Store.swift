public import StrataRendering

extension HeadlessBinding {
  /// Makes a binding to a part of a store's state, which changes it by sending actions.
  ///
  /// ```swift
  /// TextField(
  ///   "Username",
  ///   text: Binding(store: store, get: \.username, tag: AppAction.setUsername)
  /// )
  /// ```
  ///
  /// A write is only an action: the update function decides about the state.
  ///
  /// - Parameters:
  ///   - store: A ``Store`` or a ``ViewStore``, or another of the kind; retained by the binding.
  ///   - get: Reads the value.
  ///   - tag: Makes an action of a value that is written.
  public init<Source: StoreProtocol>(
    store: Source,
    get: @escaping @Sendable (Source.State) -> Value,
    tag: @escaping @Sendable (Value) -> Source.Action
  ) {
    self.init(get: { get(store.state) }, set: { store.send(tag($0)) })
  }
}

/// The destination of a part's actions: a `send` that tags them for the whole.
public enum Address: Sendable {
  /// Makes a `send` for a part from that of the whole.
  ///
  /// ```swift
  /// ChildView(state: store.state.child, send: Address.forward(send: store.send, tag: AppAction.child))
  /// ```
  ///
  /// - Parameters:
  ///   - send: Takes actions of the whole.
  ///   - tag: Makes an action of the whole from one of the part.
  /// - Returns: Takes actions of the part.
  public static func forward<Inner, Outer>(
    send: @escaping @Sendable (Outer) -> Void,
    tag: @escaping @Sendable (Inner) -> Outer
  ) -> @Sendable (Inner) -> Void {
    { send(tag($0)) }
  }
}

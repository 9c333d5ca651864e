import StrataConcurrency
import StrataCore

extension Store {
  /// Lets this store follow another and its effects: calls a closure with the other's state now, with
  /// each state that follows, and with each effect, until this store is released.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - fileID: The place to name in reports.
  ///   - filePath: The place to name in reports.
  ///   - line: The place to name in reports.
  ///   - column: The place to name in reports.
  ///   - handler: Is given the state, and the effect if it is called because of one. Captures this
  ///     store weakly, since this store holds it.
  public final func subscribe<Other: StateContainer, Effect: SideEffect>(
    to store: EffectStore<Other, Effect>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable (Other, Effect?) -> Void
  ) {
    let subscriber = Subscriber<Other>(
      kind: .store(core),
      updateHandler: { handler($0.state, $0.effect as? Effect) }
    )
    follow(
      store,
      subscriber,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

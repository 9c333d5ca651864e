import StrataConcurrency
import StrataCore

extension Store {
  /// Lets this store follow another and its effects, until this store is released.
  ///
  /// The closure receives the other's state now, each state that follows, and each effect.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  ///   - handler: Receives the state, and the effect if one causes the call. It captures this store weakly, because
  ///     this store retains it.
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

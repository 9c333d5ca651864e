public import StrataConcurrency
import StrataCore

extension Store {
  /// Calls a closure with the state now, and with each state that follows.
  ///
  /// The first call is made on this thread, before this returns. The others are made on the store's ``delivery``, one
  /// at a time. They come in the order of the changes, each distinct state once and the last one always.
  ///
  /// A closure may change the store; it receives that state when it has returned. A chain of more than 1,000 such calls
  /// is ended, with a report.
  ///
  /// - Parameter handler: The closure. It should not retain the store's owner if the owner retains the result.
  /// - Returns: The subscription, which ends when it is released.
  public final func subscribe(
    _ handler: @escaping @Sendable (State) -> Void
  ) -> StateSubscription<State> {
    let subscriber = Subscriber<State>(kind: .closure, handler: handler)
    core.subscribe(subscriber)
    return StateSubscription(core: core, subscriber: subscriber)
  }

  /// Lets this store follow another, until this store is released.
  ///
  /// The closure receives the other's state now, and each state that follows.
  ///
  /// All updates that one change of the stores below brings to this store are one transaction of this store. A second
  /// subscription to the same store replaces the first, which is reported.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  ///   - handler: The closure; it captures this store weakly, because this store retains it.
  public final func subscribe<Other: StateContainer>(
    to store: Store<Other>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable (Other) -> Void
  ) {
    follow(
      store,
      Subscriber(kind: .store(core), handler: handler),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Lets this store follow another, without looking at the other's state.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  ///   - handler: The closure; it captures this store weakly, because this store retains it.
  public final func subscribe<Other: StateContainer>(
    to store: Store<Other>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ handler: @escaping @Sendable () -> Void
  ) {
    follow(
      store,
      Subscriber(kind: .store(core), handler: { _ in handler() }),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Ends the subscription of this store to another; without one, does nothing.
  public final func unsubscribe<Other: StateContainer>(from store: Store<Other>) {
    subscriptions.remove(store.storeIdentifier)?.cancel()
  }

  /// The subscriptions of this store to others, by the others' ``storeIdentifier``.
  public final var otherStoresSubscriptions: [String: any Cancellable] { subscriptions.all }

  /// Subscribes this store to another.
  func follow<Other: StateContainer>(
    _ store: Store<Other>,
    _ subscriber: Subscriber<Other>,
    at callSite: CallSite
  ) {
    let identifier = store.storeIdentifier
    if let former = subscriptions.remove(identifier) {
      former.cancel()
      StoreDiagnostic.replacedSubscription(storeIdentifier, identifier).report(at: callSite)
    }
    let (edge, circle) = SubscriptionGraph.add(from: store.core, to: core)
    if let circle { StoreDiagnostic.cycle(circle).report(at: callSite) }
    let token = StateSubscription(core: store.core, subscriber: subscriber, edge: edge)
    // The token is stored before the first call, which may end it.
    let other = subscriptions.keep(token, for: identifier)
    other?.cancel()
    store.core.subscribe(subscriber)
  }
}

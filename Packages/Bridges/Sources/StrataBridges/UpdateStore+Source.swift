public import StrataSources
public import StrataUpdates

extension StrataUpdates.Store {
  /// Gives the store's states as a source: to be read and followed, not set.
  ///
  /// The source begins with the present state when it is first read or followed. Of the states that other threads set
  /// at the same time, it may have the last alone. Each state that is set afterwards is one update, on the thread that
  /// handles the actions, in their order. It comes after the state was set and before the effects start. An action that
  /// a subscriber sends is handled after the one whose state it has received. None is lost, whichever threads send.
  ///
  /// The source retains the store, and with it the store's effects. The store does not retain the source.
  ///
  /// - Returns: A source of its own at each call.
  /// - Complexity: An update costs a comparison, and the source's subscribers.
  public func eraseToSource() -> Source<State> {
    FollowingSource(read: { self.state }, follow: { self.observe($0) }).eraseToSource()
  }
}

public import StrataSources
public import StrataUpdates

extension StrataUpdates.Store {
  /// Gives the store's states as a source: to be read and followed, not set.
  ///
  /// The source begins with the state of the moment when it is first read or followed; of what other
  /// threads set in that moment, it may have the last alone. Each state that is set after it is one
  /// update, told on the thread that handles the actions, in their order, after the
  /// state was set and before the effects start. An action that a subscriber sends is handled after the
  /// one it was told of; none is lost, whichever threads send.
  ///
  /// The source keeps the store, and with it the store's effects. The store does not keep the source.
  ///
  /// - Returns: A source of its own at each call.
  /// - Complexity: An update costs a comparison, and the source's subscribers.
  public func eraseToSource() -> Source<State> {
    FollowingSource(read: { self.state }, follow: { self.observe($0) }).eraseToSource()
  }
}

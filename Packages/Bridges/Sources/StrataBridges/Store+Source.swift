public import StrataSources
public import StrataStores

extension StrataStores.Store {
  /// Gives the store's states as a source: to be read and followed, not set.
  ///
  /// ```swift
  /// final class ExampleStatus: Renderer {
  ///   @Source var model: ExampleState
  ///   init(_ store: ExampleStore) { _model = store.eraseToSource() }
  ///   func render() { print(model.titleText) }
  /// }
  /// ```
  ///
  /// The source has the state that the store has delivered last, beginning with the one of the moment
  /// when it is first read or followed. Each distinct state is one update, told where the store tells
  /// its subscribers, `delivery`, in the order of the changes; a state that is
  /// pushed without a change is none. With an immediate delivery the source has the new state when the
  /// change returns.
  ///
  /// The source keeps the store. The store does not keep the source: when that goes, its subscription
  /// ends.
  ///
  /// - Returns: A source of its own at each call.
  /// - Complexity: An update costs a comparison, and the source's subscribers.
  public final func eraseToSource() -> Source<State> {
    FollowingSource(read: { self.state }, follow: { self.subscribe($0) }).eraseToSource()
  }
}

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
  /// The source has the state that the store has delivered last, beginning with the present one when it is first read
  /// or followed. Each distinct state is one update, in the order of the changes; a state that is pushed without a
  /// change is none. Updates come on the store's `delivery`, like the calls of its subscribers. With an immediate
  /// delivery the source has the new state when the change returns.
  ///
  /// The source retains the store. The store does not retain the source: when that goes, its subscription ends.
  ///
  /// - Returns: A source of its own at each call.
  /// - Complexity: An update costs a comparison, and the source's subscribers.
  public final func eraseToSource() -> Source<State> {
    FollowingSource(read: { self.state }, follow: { self.subscribe($0) }).eraseToSource()
  }
}

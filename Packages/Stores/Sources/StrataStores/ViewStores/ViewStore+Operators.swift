// Members, so that they are found by the type of the store and nowhere else.

extension ViewStore {
  /// Lets a view show this store's states, as ``subscribe(from:)`` does.
  ///
  /// - Throws: ``ViewStoreError/viewIsAlreadySubscribed(view:store:)``.
  public static func += <View: StatefulView>(
    store: ViewStore,
    view: View
  ) throws(ViewStoreError) where View.State == State {
    try store.subscribe(from: view)
  }

  /// Ends the subscription of a view, as ``unsubscribe(from:)-(View)`` does.
  ///
  /// - Throws: ``ViewStoreError/viewIsNotSubscribed(view:store:)``.
  public static func -= <View: StatefulView>(
    store: ViewStore,
    view: View
  ) throws(ViewStoreError) where View.State == State {
    try store.unsubscribe(from: view)
  }
}

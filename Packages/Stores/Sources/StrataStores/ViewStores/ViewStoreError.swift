/// The reason why a view could not be added to a ``ViewStore`` or removed from it.
public enum ViewStoreError: Error, Equatable, CustomStringConvertible {
  /// The view is subscribed already.
  case viewIsAlreadySubscribed(view: String, store: String)
  /// The view is not subscribed.
  case viewIsNotSubscribed(view: String, store: String)

  /// The error and its remedy.
  public var description: String {
    switch self {
    case .viewIsAlreadySubscribed(let view, let store):
      """
      \(view) is already subscribed to \(store). A view subscribes once to a store; unsubscribe it \
      first.
      """
    case .viewIsNotSubscribed(let view, let store):
      "\(view) is not subscribed to \(store), so it cannot be unsubscribed. Subscribe it first."
    }
  }
}

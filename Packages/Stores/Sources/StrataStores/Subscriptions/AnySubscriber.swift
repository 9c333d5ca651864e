/// Whoever is told of the updates of one store, whatever the store's state.
// SAFETY: holds a constant, which is Sendable; so do those of the only class below.
@usableFromInline
class AnySubscriber: @unchecked Sendable {
  let kind: SubscriberKind

  init(kind: SubscriberKind) {
    self.kind = kind
  }

  /// Takes note of an update, which is one of the store that this subscribes to; called by the thread that
  /// delivers.
  func receive(_ update: AnyStoreUpdate) {
    preconditionFailure("AnySubscriber: only subscribers of a state are made")
  }
}

/// What a subscriber is, which says when it is told.
enum SubscriberKind: Sendable {
  /// A store: told in the order of heights, inside a transaction of that store.
  case store(any StoreNode)
  /// A closure of anybody's: told when all stores are quiet.
  case closure
  /// A view: told last.
  case view
}

/// A subscriber of one store, whatever the store's state.
// SAFETY: has one constant, which is Sendable; so do those of the only class below.
@usableFromInline
class AnySubscriber: @unchecked Sendable {
  let kind: SubscriberKind

  init(kind: SubscriberKind) {
    self.kind = kind
  }

  /// Notes an update of the store that this subscribes to; called by the thread that delivers.
  func receive(_ update: AnyStoreUpdate) {
    preconditionFailure("AnySubscriber: only subscribers of a state are made")
  }
}

/// The kind of a subscriber, which decides when it is notified.
enum SubscriberKind: Sendable {
  /// A store: notified in the order of heights, inside a transaction of that store.
  case store(any StoreNode)
  /// A closure: called when all stores are idle.
  case closure
  /// A view: notified last.
  case view
}

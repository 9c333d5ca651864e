/// A store as a delivery sees it, whatever its state.
@usableFromInline
protocol StoreNode: AnyObject, Sendable {
  /// The delivery of the store's updates.
  var delivery: StoreDelivery { get }
  /// The longest path of subscriptions that leads here from a store that subscribes to none.
  var height: Int { get set }
  /// The store's name in reports.
  var name: String { get }

  /// Runs a closure whose changes of this store are one transaction and one update.
  func batch(_ body: () -> Void)

  /// Passes updates that wait, with `onlyFirst` one of them, to the inboxes of their receivers.
  func distribute(onlyFirst: Bool)
}

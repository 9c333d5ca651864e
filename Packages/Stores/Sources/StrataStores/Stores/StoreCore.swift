import StrataConcurrency
public import StrataCore
public import Synchronization

/// The state of a store without its subclass: the slot, the subscribers, the outbox.
///
/// It outlives the store as long as a subscription's token is retained.
@usableFromInline
final class StoreCore<State: StateContainer> {
  @usableFromInline let context: Context
  @usableFromInline let slot = Slot<VersionedValue<State>>(uncheckedIndex: 0)
  @usableFromInline let delivery: StoreDelivery
  let anchor: Anchor
  let storeType: Any.Type
  let heightStorage = Atomic<Int>(0)

  /// Whether there are subscribers; a hint for threads that do not hold the lock.
  @usableFromInline let isFollowed = Atomic<Bool>(false)
  /// Whether a thread goes through the list of subscribers without retaining it; set with the context's guard locked,
  /// reset by that thread.
  @usableFromInline let isNotified = Atomic<Bool>(false)
  /// Lists that have been replaced while a thread went through them.
  @safe @exclusivity(unchecked) var retired: [SubscriberList] = []

  /// The subscribers.
  @safe @exclusivity(unchecked) @usableFromInline var subscribers = SubscriberList()
  /// Updates that wait for their propagation batch, in the order of the changes.
  @safe @exclusivity(unchecked) var outbox = UpdateQueue<AnyStoreUpdate>()
  /// The thread that runs a transaction of several handlers, or zero.
  @usableFromInline let batchOwner = Atomic<UInt>(0)
  /// The changes of the transaction so far.
  @safe @exclusivity(unchecked) @usableFromInline var batched: BatchedChange<State>?
  /// The deliveries that wait for the end of the transaction.
  @safe @exclusivity(unchecked) var batchPushes: [() -> Void] = []

  init(state: State, delivery: StoreDelivery, storeType: Any.Type) {
    context = Context(
      layout: .single(
        of: storeType,
        "state",
        VersionedValue<State>.self,
        name: "\(storeType)"
      )
    )
    context.initialize(slot, to: VersionedValue(state))
    self.delivery = delivery
    self.storeType = storeType
    anchor = Anchor(context, at: .thisLine())
  }

  /// Whether the calling thread is in a transaction of several handlers.
  @inlinable
  func isBatch(on thread: StoreThread) -> Bool {
    batchOwner.load(ordering: .relaxed) == thread.identity
  }
}

// SAFETY: `subscribers` and `retired` are touched only while the context's guard is locked. The thread that has marked
// the list as being delivered may also touch them meanwhile. `outbox` is touched only while the delivery's lock is
// held; `batched` and `batchPushes` only by the thread that `batchOwner` names.
extension StoreCore: @unchecked Sendable {}

import StrataConcurrency
public import StrataCore
public import Synchronization

/// What a store consists of, apart from being subclassed: the cell, the subscribers, the outbox.
///
/// Outlives the store as long as a subscription's token is held.
@usableFromInline
final class StoreCore<State: StateContainer> {
  @usableFromInline let context: Context
  @usableFromInline let slot = Slot<VersionedValue<State>>(uncheckedIndex: 0)
  @usableFromInline let delivery: StoreDelivery
  let anchor: Anchor
  let storeType: Any.Type
  let heightStorage = Atomic<Int>(0)

  /// Who is told.
  @safe @exclusivity(unchecked) @usableFromInline var subscribers = SubscriberList<State>()
  /// Updates that wait for their wave, in the order of the changes.
  var outbox = UpdateQueue<StoreUpdate<State>>()
  /// The update for which a thread has claimed the delivery without queueing it.
  @safe @exclusivity(unchecked) @usableFromInline var lone: LoneUpdate<State>?
  /// The thread that runs a transaction of several handlers, or zero.
  @usableFromInline let batchOwner = Atomic<UInt>(0)
  /// The cell before the transaction's first change.
  @safe @exclusivity(unchecked) @usableFromInline var before: VersionedValue<State>?

  /// What is to be told when the transaction has ended.
  var batchPushes: [() -> Void] = []

  init(state: State, delivery: StoreDelivery, storeType: Any.Type) {
    context = Context(
      layout: .single(
        of: StoreCore.self,
        "state",
        VersionedValue<State>.self,
        name: "Store<\(State.self)>"
      )
    )
    context.initialize(slot, to: VersionedValue(state))
    self.delivery = delivery
    self.storeType = storeType
    anchor = Anchor(context, at: .thisLine())
  }

  /// Takes note of a change while the cell is checked out; called for each change, also when it has
  /// changed nothing.
  @inlinable
  func didChange(_ cell: inout VersionedValue<State>, from old: State, _ thread: StoreThread) {
    guard cell.value != old else { return }
    if batchOwner.load(ordering: .relaxed) != 0, isBatch(on: thread) {
      if before == nil { before = VersionedValue(old, version: cell.version) }
      cell.version &+= 1
      return
    }
    cell.version &+= 1
    if Settings.isLogging { log(from: old, to: cell.value, thread) }
    publish(cell, thread)
  }

  @inlinable
  func isBatch(on thread: StoreThread) -> Bool {
    batchOwner.load(ordering: .relaxed) == thread.identity
  }
}

// SAFETY: `subscribers` and `outbox` are touched only while the delivery's lock is held, `lone` only
// by the thread that has the delivery's role, `before` and
// `batchPushes` only by the thread that `batchOwner` names.
extension StoreCore: @unchecked Sendable {}

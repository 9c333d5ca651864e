import StrataConcurrency
public import StrataCore
import Synchronization

extension StoreCore {
  /// Queues an update for all subscribers.
  ///
  /// Called with the context's guard locked while the slot cannot be changed, so updates are queued in the order of the
  /// changes.
  @inlinable
  @inline(never)
  func publish(_ attachment: VersionedValue<State>, _ thread: StoreThread) {
    enqueue(
      StoreUpdate(state: attachment.value, version: attachment.version, subscribers: subscribers),
      thread
    )
  }

  /// Queues an update; called while the slot cannot be changed.
  @usableFromInline
  func enqueue(_ update: AnyStoreUpdate, _ thread: StoreThread) {
    guard !update.subscribers.isEmpty else { return }
    delivery.lock.lock()
    outbox.append(update)
    if thread.isRunning(delivery.batch) {
      delivery.lock.unlock()
      delivery.batch.note(self)
      return
    }
    let turn = delivery.enqueue(self)
    delivery.lock.unlock()
    switch turn {
    case .pending: thread.owe(delivery)
    case .crowded: thread.waitForRoom(in: delivery)
    case .left: break
    }
  }
}

extension StoreCore: StoreNode {
  @usableFromInline var height: Int {
    get { heightStorage.load(ordering: .relaxed) }
    set { heightStorage.store(newValue, ordering: .relaxed) }
  }

  /// `ExampleStore#12`.
  @usableFromInline var name: String { "\(storeType)\(context.id)" }

  @usableFromInline
  func distribute(onlyFirst: Bool) {
    let (first, others) = delivery.lock.withLock {
      let first = outbox.popFirst()
      return (first, onlyFirst || outbox.isEmpty ? [] : outbox.popAll())
    }
    if let first { delivery.batch.distribute(first, of: self) }
    for update in others { delivery.batch.distribute(update, of: self) }
  }
}

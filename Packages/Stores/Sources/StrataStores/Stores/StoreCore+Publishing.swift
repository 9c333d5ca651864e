public import StrataConcurrency
public import StrataCore
import Synchronization

extension StoreCore {
  /// Lets the subscribers be told of the cell; called while it is checked out, so that updates are
  /// queued in the order of the changes.
  @inlinable
  func publish(_ cell: borrowing VersionedValue<State>, _ thread: StoreThread) {
    delivery.lock.lock()
    if subscribers.isEmpty { return delivery.lock.unlock() }
    // Nobody delivers and this thread owes nothing: the update need not be queued.
    if delivery.isInline, thread.depth == 1, !thread.hasWork,
      delivery.role.claimUnderLock()
    {
      lone = LoneUpdate(state: cell.value, version: cell.version, subscribers: subscribers)
      delivery.lock.unlock()
      thread.claim(for: self)
    } else {
      enqueue(
        StoreUpdate(state: cell.value, version: cell.version, subscribers: subscribers),
        thread
      )
    }
  }

  /// Queues an update; called with the delivery's lock held, which is given back.
  @usableFromInline
  func enqueue(_ update: consuming StoreUpdate<State>, _ thread: StoreThread) {
    guard !update.subscribers.isEmpty else { return delivery.lock.unlock() }
    outbox.append(update)
    if thread.isRunning(delivery.wave) {
      delivery.lock.unlock()
      delivery.wave.note(self)
      return
    }
    let isOwed = delivery.enqueue(self)
    delivery.lock.unlock()
    if isOwed { thread.owe(delivery) }
  }

  /// Takes updates out of the outbox.
  func takeUpdates(onlyFirst: Bool) -> [StoreUpdate<State>] {
    delivery.lock.withLock {
      onlyFirst ? outbox.popFirst().map { [$0] } ?? [] : outbox.popAll()
    }
  }

  /// Does what has been put off to the end of a change of this store.
  @inlinable
  func flush(_ thread: StoreThread) {
    if thread.lone === self { deliverLone(thread) }
    if thread.hasWork { thread.flush() }
  }

  /// Delivers the one update for which the thread has claimed the delivery.
  ///
  /// Without stores among the subscribers there is nothing to put in order, and no wave is made.
  @inlinable
  func deliverLone(_ thread: StoreThread) {
    thread.endClaim()
    guard let update = lone.take() else { return }
    let outer = unsafe delivery.beginWave(thread)
    if update.subscribers.hasStores {
      distribute(StoreUpdate(update))
    } else {
      for subscriber in update.subscribers.all {
        subscriber.receive(update.state, version: update.version)
      }
    }
    unsafe delivery.endWave(thread, outer)
    delivery.endLone(thread)
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
    for update in takeUpdates(onlyFirst: onlyFirst) { distribute(update) }
  }

  /// Hands an update to the inboxes of those it is for.
  @usableFromInline
  func distribute(_ update: StoreUpdate<State>) {
    let wave = delivery.wave
    for subscriber in update.subscribers.all {
      let call = { subscriber.receive(update) }
      switch subscriber.kind {
      case .store(let node): wave.add(call, to: node)
      case .closure: wave.add(call, isView: false)
      case .view: wave.add(call, isView: true)
      }
    }
  }
}

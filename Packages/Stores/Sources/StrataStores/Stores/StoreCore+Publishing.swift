import StrataConcurrency
public import StrataCore
import Synchronization

extension StoreCore {
  /// Queues an update for all subscribers; called with the context's guard locked while the cell cannot be
  /// changed, so that updates are queued in the order of the changes.
  @usableFromInline
  func publish(_ cell: VersionedValue<State>, _ thread: StoreThread) {
    enqueue(
      StoreUpdate(state: cell.value, version: cell.version, subscribers: subscribers),
      thread
    )
  }

  /// Queues an update; called while the cell cannot be changed.
  func enqueue(_ update: consuming StoreUpdate<State>, _ thread: StoreThread) {
    guard !update.subscribers.isEmpty else { return }
    delivery.lock.lock()
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

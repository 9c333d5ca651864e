import StrataCore
import Synchronization

extension StoreCore {
  @usableFromInline
  func batch(_ body: () -> Void) {
    let thread = StoreThread.current
    guard !isBatch(on: thread) else { return body() }
    thread.withoutDelivery {
      context.transaction {
        batchOwner.store(thread.identity, ordering: .relaxed)
        body()
        batchOwner.store(0, ordering: .relaxed)
        endBatch(thread)
      }
    }
  }

  /// Publishes what a transaction has changed, before the engine lets other threads change the cell.
  private func endBatch(_ thread: StoreThread) {
    let pushes = batchPushes
    batchPushes = []
    if let before {
      self.before = nil
      let cell = context.read(slot)
      if cell.value != before.value {
        if Settings.isLogging { log(from: before.value, to: cell.value, thread) }
        let receivers = context.withGuardLocked { subscribers }
        enqueue(
          StoreUpdate(state: cell.value, version: cell.version, subscribers: receivers),
          thread
        )
      }
    }
    for push in pushes { push() }
  }
}

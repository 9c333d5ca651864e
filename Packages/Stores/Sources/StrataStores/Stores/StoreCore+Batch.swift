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

  /// Publishes the changes of a transaction, before the engine lets other threads change the slot.
  private func endBatch(_ thread: StoreThread) {
    let pushes = batchPushes
    batchPushes = []
    if let changed = batched {
      batched = nil
      if changed.latest != changed.first {
        if Settings.isLogging { log(from: changed.first, to: changed.latest, thread) }
        let receivers = context.withGuardLocked { subscribers }
        enqueue(
          StoreUpdate(state: changed.latest, version: changed.version, subscribers: receivers),
          thread
        )
      }
    }
    for push in pushes { push() }
  }
}

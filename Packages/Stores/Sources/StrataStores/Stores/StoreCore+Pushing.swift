import StrataConcurrency
import StrataCore

extension StoreCore {
  /// Tells subscribers the state, whether or not it has changed.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - effect: What has happened beside the state.
  ///   - receiver: Who is told; all with `nil`.
  func push(
    _ reason: StoreUpdateReason,
    effect: (any SideEffect)? = nil,
    to receiver: Subscriber<State>? = nil
  ) {
    let thread = StoreThread.current
    if isBatch(on: thread) {
      batchPushes.append { self.push(reason, effect: effect, to: receiver) }
      return
    }
    thread.withoutDelivery {
      // Checked out, so that it finds its place among the changes of other threads.
      context[slot].peek { cell in
        delivery.lock.lock()
        let receivers = receiver.map { SubscriberList($0) } ?? subscribers
        let update = StoreUpdate(
          state: cell.value,
          version: cell.version,
          effect: effect,
          reason: reason,
          subscribers: receivers
        )
        enqueue(update, thread)
      }
    }
  }
}

extension VersionedValue {
  /// Runs a closure with the value while no other thread can change it.
  fileprivate mutating func peek(_ body: (VersionedValue) -> Void) { body(self) }
}

import StrataConcurrency
import StrataCore

extension StoreCore {
  /// Delivers the state to subscribers, whether or not it has changed.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - effect: The effect beside the state.
  ///   - receiver: The only subscriber to notify; all with `nil`.
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
      // This is a change that changes nothing, which gives it an order among the changes of other threads. SAFETY: the
      // memory is used between the two calls alone.
      let memory = unsafe context.beginChange(of: slot)
      let attachment = unsafe memory.pointee
      unsafe context.endChange(of: slot, memory) {
        let update = StoreUpdate(
          state: attachment.value,
          version: attachment.version,
          effect: effect,
          reason: reason,
          subscribers: receiver.map { SubscriberList($0) } ?? subscribers
        )
        enqueue(update, thread)
      }
    }
  }
}

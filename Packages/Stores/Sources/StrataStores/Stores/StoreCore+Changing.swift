public import StrataConcurrency
public import StrataCore
public import Synchronization

extension StoreCore {
  /// Begins a change of the state.
  ///
  /// - Returns: The memory to change, until ``endChange(_:from:_:)``.
  @inlinable
  @inline(__always)
  func beginChange() -> UnsafeMutablePointer<VersionedValue<State>> {
    // SAFETY: the context is a constant of this object, which the caller retains. The access is not counted, because
    // that would cost as much as a pair of locks.
    unsafe Unmanaged.passUnretained(context)._withUnsafeGuaranteedRef {
      unsafe $0.beginChange(of: slot)
    }
  }

  // SAFETY: `memory` is the result of `beginChange` of the store's context. The value in it is this thread's alone
  // until `endChange` of the context.
  /// Ends a change of the state, and notifies the subscribers if it has changed.
  ///
  /// An update that needs no queue is delivered from here, so neither the update nor the list of subscribers is stored
  /// or counted.
  @inlinable
  @inline(__always)
  func endChange(
    _ memory: UnsafeMutablePointer<VersionedValue<State>>,
    from old: State,
    _ thread: StoreThread
  ) {
    if unsafe memory.pointee.value == old {
      unsafe context.endChange(of: slot, memory)
    } else if needsSlowPath(thread) {
      unsafe endChangeSlowPath(memory, from: old, thread)
    } else {
      unsafe memory.pointee.version &+= 1
      if isFollowed.load(ordering: .relaxed) {
        return unsafe endFollowedChange(memory, thread)
      }
      unsafe context.endChange(of: slot, memory) {
        // A subscriber has just come, and may have received the state from before.
        if !subscribers.isEmpty { unsafe publish(memory.pointee, thread) }
      }
    }
    leave(thread)
  }

  /// Whether a change is part of a batch, or is logged.
  @inlinable
  func needsSlowPath(_ thread: StoreThread) -> Bool {
    isBatch(on: thread) || Settings.isLogging
  }

  // SAFETY: as for `endChange`. The list stays as it is until `endTelling`, see there.
  @inlinable
  func endFollowedChange(
    _ memory: UnsafeMutablePointer<VersionedValue<State>>,
    _ thread: StoreThread
  ) {
    let news = unsafe memory.pointee
    // SAFETY: as for the function.
    var list: Unmanaged<Subscriber<State>>.List?
    unsafe context.endChange(of: slot, memory) {
      if thread.depth == 1, !thread.hasWork, let notified = unsafe beginTelling() {
        unsafe list = unsafe notified
      } else {
        publish(news, thread)
      }
    }
    guard let list = unsafe list else { return leave(thread) }
    // The thread leaves its change when the subscribers are notified.
    thread.depth &-= 1
    if StoreDelivery.isTracked {
      delivery.suspendingTracking { unsafe deliver(news, to: list, thread) }
    } else {
      unsafe deliver(news, to: list, thread)
    }
    endTelling(thread)
    thread.calls.end()
  }

  // SAFETY: as for `endFollowedChange`.
  @inlinable
  @inline(__always)
  func deliver(
    _ news: VersionedValue<State>,
    to list: Unmanaged<Subscriber<State>>.List,
    _ thread: StoreThread
  ) {
    let outer = unsafe delivery.beginBatch(thread)
    for index in 0..<list.count {
      unsafe list[index]._withUnsafeGuaranteedRef {
        $0.receive(news.value, version: news.version)
      }
    }
    unsafe delivery.endBatch(thread, outer)
  }

  // SAFETY: as for `endChange`.
  @inlinable
  @inline(never)
  func endChangeSlowPath(
    _ memory: UnsafeMutablePointer<VersionedValue<State>>,
    from old: State,
    _ thread: StoreThread
  ) {
    if isBatch(on: thread) {
      unsafe memory.pointee.version &+= 1
      let changed = batched ?? BatchedChange(first: old)
      batched = changed
      changed.latest = unsafe memory.pointee.value
      changed.version = unsafe memory.pointee.version
      return unsafe context.endChange(of: slot, memory)
    }
    unsafe memory.pointee.version &+= 1
    let news = unsafe memory.pointee
    log(from: old, to: news.value, thread)
    unsafe context.endChange(of: slot, memory) { publish(news, thread) }
  }

  /// Leaves a change; leaving the outermost one does the deferred work.
  @inlinable
  @inline(__always)
  func leave(_ thread: StoreThread) {
    thread.leave()
  }
}

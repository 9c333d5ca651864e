public import StrataConcurrency
import Synchronization

extension Context {
  /// Calls a closure with every change in this context's tree.
  ///
  /// History, tracing, printing and exhaustive tests use it. The closure is called as observers are: on the delivering
  /// thread, outside all locks, in commit order, and among observers of single slots in the order of registration. While
  /// a recording runs, writes of the tree take the slow path.
  ///
  /// - Parameters:
  ///   - callSite: The call site, for reports about the recording.
  ///   - keepsOldValues: Whether a collection that is changed in place is copied before, so that its change has the
  ///     previous value, and is none if the collection is as before. A tree without such a listener copies nothing.
  ///   - onRoundEnd: Called with the number of a round after its last change.
  ///   - body: Called with each change.
  /// - Returns: Ends the recording when it is cancelled or released.
  public func recordChanges(
    at callSite: CallSite,
    keepsOldValues: Bool = false,
    onRoundEnd: (@Sendable (UInt64) -> Void)? = nil,
    _ body: @escaping @Sendable (borrowing Change) -> Void
  ) -> Subscription {
    let observer = Observer(callSite: callSite, onRoundEnd: onRoundEnd, body: body)
    return record(observer, keepsOldValues: keepsOldValues, id: WatchList.nextID()) {
      observer.isCancelled.store(true, ordering: .relaxed)
    }
  }

  /// Calls a closure with every change in this context's tree, before all observers that react to it.
  ///
  /// For printing alone: the closure may get a change that was committed before the recording began.
  package func recordChangesFirst(
    at callSite: CallSite,
    onRoundEnd: @escaping @Sendable (UInt64) -> Void,
    _ body: @escaping @Sendable (borrowing Change) -> Void
  ) -> Subscription {
    let observer = Observer(callSite: callSite, onRoundEnd: onRoundEnd, body: body)
    return record(observer, keepsOldValues: false, id: WatchList.nextEarlyID()) {
      observer.isCancelled.store(true, ordering: .relaxed)
    }
  }

  /// Calls a listener with every change in this context's tree, as ``recordChanges(at:keepsOldValues:onRoundEnd:_:)``
  /// does.
  ///
  /// No cause is made for the listener's writes, so it must not write.
  ///
  /// - Parameters:
  ///   - observer: The listener.
  ///   - keepsOldValues: Whether a collection that is changed in place is copied before.
  ///   - onCancel: Called first when the recording is cancelled; a delivery in progress may still notify the listener.
  /// - Returns: Ends the recording when it is cancelled or released.
  @_spi(Strata)
  public func recordChanges(
    with observer: any SlotObserver,
    keepsOldValues: Bool = false,
    onCancel: @escaping @Sendable () -> Void = {}
  ) -> Subscription {
    record(observer, keepsOldValues: keepsOldValues, id: WatchList.nextID(), onCancel: onCancel)
  }

  private func record(
    _ observer: any SlotObserver,
    keepsOldValues: Bool,
    id: UInt64,
    onCancel: @escaping @Sendable () -> Void
  ) -> Subscription {
    let lock = lock()
    let tree = tree
    if !tree.isDetached {
      tree.changeListeners.add(observer, id: id)
      tree.noteChangeListeners()
      if keepsOldValues { tree.oldValueWishes += 1 }
    }
    lock.unlock()
    return Subscription {
      onCancel()
      tree.lock.lock()
      let removed = tree.changeListeners.remove(id: id)
      tree.noteChangeListeners()
      if keepsOldValues, removed != nil { tree.oldValueWishes -= 1 }
      tree.lock.unlock()
      withExtendedLifetime(removed) {}
    }
  }
}

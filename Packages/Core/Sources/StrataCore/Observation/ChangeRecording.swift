public import StrataConcurrency
import Synchronization

extension Context {
  /// Calls a closure with every change in this context's tree.
  ///
  /// History, tracing, printing and exhaustive tests use it. The closure is called as observers are: on the delivering
  /// thread, outside all locks, in commit order, before the observers of single slots. While a recording runs, writes
  /// of the tree take the slow path.
  ///
  /// - Parameters:
  ///   - callSite: The call site, for reports about the recording.
  ///   - onRoundEnd: Called with the number of a round after its last change.
  ///   - body: Called with each change.
  /// - Returns: Ends the recording when it is cancelled or released.
  public func recordChanges(
    at callSite: CallSite,
    onRoundEnd: (@Sendable (UInt64) -> Void)? = nil,
    _ body: @escaping @Sendable (borrowing Change) -> Void
  ) -> ChangeRecording {
    let observer = Observer(callSite: callSite, onRoundEnd: onRoundEnd, body: body)
    return recordChanges(with: observer) { observer.isCancelled.store(true, ordering: .relaxed) }
  }

  /// Calls a listener with every change in this context's tree, as ``recordChanges(at:onRoundEnd:_:)`` does.
  ///
  /// No cause is made for the listener's writes, so it must not write.
  ///
  /// - Parameters:
  ///   - observer: The listener.
  ///   - onCancel: Called first when the recording is cancelled; a delivery in progress may still notify the listener.
  /// - Returns: Ends the recording when it is cancelled or released.
  @_spi(Strata)
  public func recordChanges(
    with observer: any SlotObserver,
    onCancel: @escaping @Sendable () -> Void = {}
  ) -> ChangeRecording {
    let id = WatchList.nextID()
    let lock = lock()
    let tree = tree
    if !tree.isDetached {
      tree.changeListeners.add(observer, id: id)
      tree.noteChangeListeners()
    }
    lock.unlock()
    return ChangeRecording(tree: tree, id: id, onCancel: onCancel)
  }
}

/// A running recording of a tree's changes; ends when it is cancelled or released.
public final class ChangeRecording: Cancellable {
  private let tree: Tree
  private let id: UInt64
  private let onCancel: @Sendable () -> Void

  init(tree: Tree, id: UInt64, onCancel: @escaping @Sendable () -> Void) {
    self.tree = tree
    self.id = id
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Ends the recording.
  public func cancel() {
    onCancel()
    tree.lock.lock()
    let removed = tree.changeListeners.remove(id: id)
    tree.noteChangeListeners()
    tree.lock.unlock()
    withExtendedLifetime(removed) {}
  }
}

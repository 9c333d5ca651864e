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
    let id = WatchList.nextID()
    let lock = lock()
    let tree = tree
    if !tree.isDetached {
      tree.recorders.add(observer, id: id)
      tree.noteRecorders()
    }
    lock.unlock()
    return ChangeRecording(observer: observer, tree: tree, id: id)
  }
}

/// A running recording of a tree's changes; ends when it is cancelled or released.
public final class ChangeRecording: Cancellable {
  private let observer: Observer
  private let tree: Tree
  private let id: UInt64

  init(observer: Observer, tree: Tree, id: UInt64) {
    self.observer = observer
    self.tree = tree
    self.id = id
  }

  deinit { cancel() }

  /// Ends the recording.
  public func cancel() {
    observer.isCancelled.store(true, ordering: .relaxed)
    tree.lock.lock()
    let removed = tree.recorders.remove(id: id)
    tree.noteRecorders()
    tree.lock.unlock()
    withExtendedLifetime(removed) {}
  }
}

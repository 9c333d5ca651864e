public import StrataConcurrency

/// A task of a context, for those who observe the tree.
public struct ObservedTask: Sendable, Hashable {
  /// Counts the observed tasks of the process.
  public let number: UInt64
  /// The task's name, if it has one.
  public let name: String?
  /// Where it was started.
  public let callSite: CallSite
}

extension Context {
  /// Tells the tree's observers who want to know that a task's body begins.
  ///
  /// - Returns: Call it when the body has returned; `nil` if nobody wants to know.
  package func beginObservedTask(_ name: String?, at callSite: CallSite) -> (@Sendable () -> Void)?
  {
    let observers = treeObservers.filter(\.wantsTasks)
    guard !observers.isEmpty else { return nil }
    let task = ObservedTask(number: TreeObserving.nextTask(), name: name, callSite: callSite)
    let start = ContinuousClock.now
    for observer in observers { observer.taskDidBegin(task, of: self) }
    return {
      let duration = ContinuousClock.now - start
      for observer in observers { observer.taskDidEnd(task, of: self, after: duration) }
    }
  }
}

public import StrataConcurrency

/// A task of a context, for observers of the tree.
public struct ObservedTask: Sendable, Hashable {
  /// Counts the observed tasks of the process.
  public let number: UInt64
  /// The task's name, if it has one.
  public let name: String?
  /// The call site that started it.
  public let callSite: CallSite
}

extension Context {
  /// Notifies the tree's observers that request tasks of the beginning of a task's body.
  ///
  /// - Returns: Closures to call when the task is cancelled and when the body has returned; `nil` without such an
  ///   observer.
  package func beginObservedTask(
    _ name: String?,
    at callSite: CallSite
  ) -> (cancelled: @Sendable () -> Void, ended: @Sendable () -> Void)? {
    let observers = treeObservers.filter(\.wantsTasks)
    guard !observers.isEmpty else { return nil }
    let task = ObservedTask(number: TreeObserving.nextTask(), name: name, callSite: callSite)
    let start = ContinuousClock.now
    TrackingScope.suspended { for observer in observers { observer.taskDidBegin(task, of: self) } }
    return (
      cancelled: {
        TrackingScope.suspended {
          for observer in observers { observer.taskWasCancelled(task, of: self) }
        }
      },
      ended: {
        let duration = ContinuousClock.now - start
        for observer in observers { observer.taskDidEnd(task, of: self, after: duration) }
      }
    )
  }
}

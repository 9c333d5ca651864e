public import StrataConcurrency

/// A child of a context and where it is.
public struct ChildPlace: Sendable {
  /// The child.
  public let context: Context
  /// The parent's slot that holds it.
  public let slot: Int
  /// Its position among what the slot holds, from 0.
  public let position: Int
}

// What diagnostics, tests and traces ask. A snapshot each: out of date as soon as it is made, unless
// the caller knows otherwise.
extension Context {
  /// The value of a slot, whatever its type, or `nil` if there is none at this moment; untracked.
  public func anyValue(at slot: Int) -> Any? {
    let lock = lock()
    defer { lock.unlock() }
    guard unsafe !headers[slot].flags.contains(.absent) else { return nil }
    return unsafe layout.slots[slot].operations.value(address(ofSlotAt: slot))
  }

  /// Gives a slot a value, whatever its type; for those who know the properties of a context by name alone.
  ///
  /// An equal value of a slot that holds no contexts is not written.
  ///
  /// - Returns: Whether the value is of the slot's type.
  @discardableResult
  public func assign(_ slot: Int, _ value: Any) -> Bool {
    layout.slots[slot].operations.assign(value, to: slot, of: self)
  }

  /// What the structural slots hold, in order; untracked.
  ///
  /// A context that several slots hold is there several times. Contexts that were refused, because
  /// they live elsewhere, are there too.
  ///
  /// - Complexity: O(number of children).
  public var children: [ChildPlace] {
    var children: [ChildPlace] = []
    for slot in layout.structuralSlots {
      guard let container = anyValue(at: slot) as? any ContextContainer else { continue }
      var position = 0
      container.forEachContext { child in
        children.append(ChildPlace(context: child, slot: slot, position: position))
        position += 1
      }
    }
    return children
  }

  /// The root of the tree that this context belongs to; `nil` if it belongs to none.
  public var root: Context? {
    let lock = lock()
    defer { lock.unlock() }
    return phase.isLive ? tree.root.context : nil
  }

  /// The tasks of this context whose bodies have not returned; also those of a context whose life
  /// has ended.
  public var runningTasks: [RunningTask] {
    let lock = lock()
    let scope = parts?.scope
    lock.unlock()
    return scope?.running ?? []
  }

  /// Who is told of changes of this context's slots.
  public var watcherOrigins: [WatcherOrigin] {
    let lock = lock()
    let entries = parts?.watchLists.flatMap(\.entries) ?? []
    lock.unlock()
    return entries.compactMap(\.watcher?.origin)
  }

  /// Makes the tree's tasks run on an executor, unless they name one of their own.
  ///
  /// Holds for contexts that have not started a task yet; call it before the tree is activated, as
  /// in ``TreeObserver/treeWillActivate(_:anchoredAt:)``.
  public func setTaskExecutor(_ executor: any TaskExecutor) {
    let lock = lock()
    if !tree.isDetached { tree.taskExecutor = executor }
    lock.unlock()
  }
}

@_spi(Strata) public import StrataConcurrency

// Queries of diagnostics, tests and traces. Each result is a snapshot that can be out of date at once.
extension Context {
  /// The value of a slot of any type, or `nil` if there is none now; untracked.
  public func anyValue(at slot: Int) -> Any? {
    let lock = lock()
    defer { lock.unlock() }
    guard unsafe !headers[slot].flags.contains(.uninitialized) else { return nil }
    return unsafe layout.slots[slot].operations.value(address(ofSlotAt: slot))
  }

  /// Assigns a value of any type to a slot, for callers that know the properties of a context by name alone.
  ///
  /// An equal value of a slot without contexts is not written.
  ///
  /// - Returns: Whether the value is of the slot's type.
  @discardableResult
  public func assign(_ slot: Int, _ value: Any) -> Bool {
    layout.slots[slot].operations.assign(value, to: slot, of: self)
  }

  /// The first parent of this context; `nil` for a root and for a context in no tree.
  ///
  /// - Complexity: O(1).
  public var firstParent: Context? {
    let lock = lock()
    defer { lock.unlock() }
    return parentLink.context
  }

  /// The root of the tree that this context belongs to; `nil` if it belongs to none.
  public var root: Context? {
    let lock = lock()
    defer { lock.unlock() }
    return phase.isLive ? tree.root.context : nil
  }

  /// The tasks of this context whose bodies have not returned, also after the context has ended.
  public var runningTasks: [RunningTask] {
    let lock = lock()
    let scope = facets?.scope
    lock.unlock()
    return scope?.running ?? []
  }

  /// The call sites of the handlers that are called when this context's work is cancelled.
  public var cancellationHandlers: [CallSite] {
    let lock = lock()
    let scope = facets?.scope
    lock.unlock()
    return scope?.handlers ?? []
  }

  /// The observers of this context's slots.
  public var observerSites: [ObserverSite] {
    let lock = lock()
    let entries = facets?.watchLists.flatMap(\.entries) ?? []
    lock.unlock()
    return entries.compactMap(\.observer?.site)
  }

  /// Sets the executor of the tree's tasks, for tasks that name none of their own.
  ///
  /// It applies to contexts that have not started a task yet. Call it before the tree is activated, as in
  /// ``TreeObserver/treeWillActivate(_:anchoredAt:)``.
  public func setTaskExecutor(_ executor: any TaskExecutor) {
    let lock = lock()
    if !tree.isDetached { tree.taskExecutor = executor }
    lock.unlock()
  }
}

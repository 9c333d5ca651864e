@_spi(Strata) public import StrataConcurrency

// Queries of diagnostics, tests and traces. Each result is a snapshot that can be out of date at once.
extension Context {
  /// The value of a slot of any type, or `nil` if there is none now; untracked.
  ///
  /// A slot that another thread's transaction has written has its value from before. Another thread's change in place is
  /// awaited, as ``read(_:)`` does, until that thread waits for this one. There is no value then, and none while this
  /// thread changes the slot in place.
  public func anyValue(at slot: Int) -> Any? {
    guard case .value(let value) = anyValue(at: slot, unlessBehind: nil) else { return nil }
    return value
  }

  /// What a slot has for a reader that may not see everything.
  @_spi(Strata)
  public enum InspectedValue {
    case value(Any)
    /// There is no value.
    case none
    /// This thread changes the value in place, or another one does that waits for this thread.
    case changing
    /// Each way from the root to the context leads through a hidden slot.
    case hidden
  }

  /// The value of a slot, as ``anyValue(at:)``, if a way leads to the context without a hidden slot.
  ///
  /// Both are asked under one lock: a context that moves has either place with the values that it has there.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - isHidden: Whether a slot of a layout is hidden; called with the lock held, so it must call no user code.
  /// - Returns: The value, or why there is none.
  @_spi(Strata)
  public func anyValue(
    at slot: Int,
    unlessBehind isHidden: ((Layout, Int) -> Bool)?
  ) -> InspectedValue {
    var attempt = 0
    while true {
      let lock = lock()
      if isToBeAwaited(slot), let holder = holder(ofSlotAt: slot) {
        let mayComeBack = wait(
          forSlot: slot,
          changedBy: holder,
          to: "read",
          mayGiveUp: true,
          attempt: &attempt,
          lock
        )
        guard mayComeBack else { return .changing }
        continue
      }
      defer { lock.unlock() }
      if let isHidden, !isReachable(without: isHidden) { return .hidden }
      let operations = layout.slots[slot].operations
      if isHeldByOthers(slot), let before = operations.valueBefore(self, slot) {
        return .value(before)
      }
      let flags = unsafe headers[slot].flags
      guard !flags.contains(.uninitialized) else {
        return flags.contains(.checkedOut) ? .changing : .none
      }
      return .value(unsafe operations.value(address(ofSlotAt: slot)))
    }
  }

  /// The other thread that changes a slot in place; called with the lock held.
  private func holder(ofSlotAt slot: Int) -> ThreadIdentity? {
    guard unsafe headers[slot].flags.contains(.checkedOut), !isHeldBack(slot) else { return nil }
    let holder = ThreadIdentity(rawValue: unsafe headers[slot].holder)
    return holder == LogicalThread.current ? nil : holder
  }

  /// Whether a way leads from the root to this context without a hidden slot.
  ///
  /// A context that has left its tree counts where it was.
  ///
  /// - Parameter isHidden: Whether a slot of a layout is hidden; called with the lock held, so it must call no user code.
  /// - Returns: Whether there is such a way.
  /// - Complexity: O(number of ancestors).
  @_spi(Strata)
  public func isReached(without isHidden: (Layout, Int) -> Bool) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return isReachable(without: isHidden)
  }

  /// The same; called with the lock held.
  private func isReachable(without isHidden: (Layout, Int) -> Bool) -> Bool {
    var context = self
    while !(context.facets?.hasOtherParents ?? false) {
      guard let parent = context.placeLink.context else { return context.isTreesRoot }
      if context.isHidden(at: Int(context.parentSlot), of: parent, isHidden) { return false }
      context = parent
    }
    return context.hasWay(without: isHidden)
  }

  /// The same for a context with several parents.
  private func hasWay(without isHidden: (Layout, Int) -> Bool) -> Bool {
    var next = [self]
    var visited: Set<ObjectIdentifier> = []
    while let context = next.popLast() {
      guard visited.insert(ObjectIdentifier(context)).inserted else { continue }
      var places = context.parentPlaces
      if places.isEmpty, let former = context.placeLink.context {
        places = [(former, Int(context.parentSlot))]
      }
      if places.isEmpty, context.isTreesRoot { return true }
      next += places.filter { !context.isHidden(at: $0.slot, of: $0.parent, isHidden) }
        .map(\.parent)
    }
    return false
  }

  private var isTreesRoot: Bool { tree.root.leads(to: self) }

  /// Whether this context's slot of a parent is hidden; an attachment, and a hosted context, are in no slot.
  private func isHidden(
    at slot: Int,
    of parent: Context,
    _ isHidden: (Layout, Int) -> Bool
  ) -> Bool {
    layout.attachment == nil && slot != Int(Self.hostedSlot) && isHidden(parent.layout, slot)
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

@available(*, unavailable)
extension Context.InspectedValue: Sendable {}

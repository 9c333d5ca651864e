@_spi(Strata) import StrataConcurrency

extension Context {
  /// Activates this context, then its descendants, after they have become part of a live tree; called without the lock.
  ///
  /// Each context is activated once per incarnation, parents before children and siblings in order of arrival. Children
  /// that a context adds during its activation are activated after it. The traversal is iterative, because a tree may
  /// be deeper than a thread's stack.
  func activate() {
    ActivationScope.run { activateEach($0) }
  }

  /// Activates contexts that have joined, unless that was done under the lock; called without the lock.
  static func activate(_ joined: [Context]) {
    guard !joined.isEmpty else { return }
    ActivationScope.run { notifier in
      for context in joined where !context.layout.isSilent { context.activateEach(notifier) }
    }
  }

  private func activateEach(_ notifier: ActivationScope.Notifier) {
    // Usually the context has no hook and no children.
    notifier.willAsk()
    if beginIdleActivation() {
      guard let hooks = layout.hooks else { return }
      notifier.willNotify(self, ofIncarnation: 0)
      return hooks.activate(self)
    }
    var remaining: [Context] = []
    var next = activateUntold(&remaining) ? remaining.popLast() : self
    while let context = next {
      notifier.willAsk()
      if let (observers, bodies, incarnation) = context.beginActivation() {
        notifier.willNotify(context, ofIncarnation: incarnation)
        if observers.contains(where: \.wantsActivationWork) {
          CancellationScope.activationContext { context.callActivation(bodies) }
        } else {
          context.callActivation(bodies)
        }
        // One of the first bodies may have added an observer.
        let notified = bodies.before.isEmpty ? observers : context.treeObservers
        for observer in notified { observer.didActivate(context) }
        context.endActivation(ofIncarnation: incarnation, &remaining)
      }
      next = remaining.popLast()
    }
  }

  private func callActivation(_ bodies: ActivationBodies) {
    for body in bodies.before { body(self) }
    layout.hooks?.activate(self)
    for body in bodies.after { body(self) }
  }

  /// Begins and ends the activation of a context that has only hooks to call.
  ///
  /// The incarnation is the first one, because a later one would have optional parts.
  ///
  /// - Returns: Whether it is such a context; otherwise nothing is done.
  private func beginIdleActivation() -> Bool {
    guard !layout.hasStructure else { return false }
    let lock = lock()
    defer { lock.unlock() }
    guard facets == nil, lock.flagWord & TreeFlags.observers == 0, mayActivate else { return false }
    isActivationDue = true
    phase = .active
    return true
  }

  /// Activates a context without hooks and observers, and its children of the same kind.
  ///
  /// - Parameter waiting: Receives the other children, the first of them last.
  /// - Returns: Whether it is such a context; otherwise nothing is done.
  private func activateUntold(_ waiting: inout [Context]) -> Bool {
    guard layout.hooks == nil else { return false }
    let lock = lock()
    defer { lock.unlock() }
    guard facets == nil, lock.flagWord & TreeFlags.observers == 0, mayActivate else { return false }
    isActivationDue = true
    activateSilentChildren(&waiting)
    return true
  }

  /// Whether only its activation is still to come for the context; called with the lock held.
  private var mayActivate: Bool {
    guard phase == .attached, !isActivationDue, !isEnding else { return false }
    if let parent, parent.phase != .active, !isHosted { return false }
    return true
  }

  /// Calls a closure at the beginning of each later incarnation of this context, before its activation.
  ///
  /// Closures are called in the order of the calls, outside all locks. The context retains them, so a closure that
  /// captures a handle of it retains its memory.
  public func onActivation(_ body: @escaping @Sendable (Context) -> Void) {
    let lock = lock()
    ensuredFacets.activationBodies.before.append(body)
    lock.unlock()
  }

  /// Calls a closure at the beginning of each later incarnation of this context, after its activation and before its
  /// children's.
  ///
  /// It behaves otherwise as ``onActivation(_:)``.
  package func onActivated(_ body: @escaping @Sendable (Context) -> Void) {
    let lock = lock()
    ensuredFacets.activationBodies.after.append(body)
    lock.unlock()
  }

  /// - Returns: The observers to notify afterwards, the closures to call before, and the number of the incarnation;
  ///   `nil` without an activation.
  private func beginActivation()
    -> (observers: [any TreeObserver], bodies: ActivationBodies, incarnation: UInt32)?
  {
    let lock = lock()
    defer { lock.unlock() }
    guard mayActivate else { return nil }
    isActivationDue = true
    let bodies = facets?.activationBodies ?? ActivationBodies()
    let incarnation = facets?.incarnation ?? 0
    guard !layout.hasStructure else { return (tree.observers, bodies, incarnation) }
    // No descendant has to wait for the activation.
    phase = .active
    return (tree.observers, bodies, incarnation)
  }

  /// Appends the children that wait for their activation, the first of them last.
  ///
  /// - Parameters:
  ///   - incarnation: The number of the incarnation that was activated. If the context has been removed and inserted again
  ///     meanwhile, the thread that did so activates the next one.
  ///   - waiting: Receives the children.
  private func endActivation(ofIncarnation incarnation: UInt32, _ waiting: inout [Context]) {
    guard layout.hasStructure else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .attached, (facets?.incarnation ?? 0) == incarnation else { return }
    activateSilentChildren(&waiting)
  }

  /// Makes this context active, and those of its children that have nothing to call; called with the lock held.
  ///
  /// Appends the children that wait for their activation, the first of them last.
  private func activateSilentChildren(_ waiting: inout [Context]) {
    phase = .active
    let first = waiting.count
    forEachLinkedChild { child in
      guard child.phase == .attached, !child.isActivationDue else { return }
      if child.layout.isSilent, !child.isEnding {
        child.phase = .active
        child.isActivationDue = true
      } else {
        waiting.append(child)
      }
    }
    if waiting.count > first + 1 { waiting[first...].reverse() }
  }
}

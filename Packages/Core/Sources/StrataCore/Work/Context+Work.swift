@_spi(Strata) public import StrataConcurrency
@_spi(Strata) import StrataDependencies

extension Context {
  /// What is running for this context: tasks, loops, handlers of its end.
  ///
  /// Sealed when the context leaves its tree: tasks are cancelled, then handlers run, in order of
  /// registration, and what is registered later is cancelled at once. For a context that is in no tree it is
  /// sealed as well: nothing would ever end the work.
  ///
  /// - Complexity: O(1); allocates at the first use.
  public var work: CancellationScope {
    let lock = lock()
    defer { lock.unlock() }
    return lockedWork
  }

  /// What is running for this context, where it is in its life, and whether its place is known to have no
  /// dependencies but the defaults; for one lock pair.
  package var workplace: (work: CancellationScope, phase: ContextPhase, hasDefaults: Bool) {
    let lock = lock()
    defer { lock.unlock() }
    let hasDefaults =
      phase.isLive && tree.rootDependencies.isKnown && tree.rootDependencies.isDefault
      && !tree.hasOverrides
    return (lockedWork, isToldOfFormerLife ? .sealed : phase, hasDefaults)
  }

  /// Registers a task of the most common kind, for one lock pair: the context lives, and nothing at its
  /// place has changed dependencies.
  ///
  /// - Parameters:
  ///   - callSite: The line that the task is reported with.
  ///   - function: The function that the line is in.
  /// - Returns: The scope that is to start it; `nil` if it is not of that kind.
  /// - Precondition: `CancellationScope.maySimplyStart` is true.
  package func registerTask(
    at callSite: CallSite,
    in function: StaticString
  ) -> (work: CancellationScope, task: RegisteredTask)? {
    let lock = lock()
    defer { lock.unlock() }
    guard lock.published == UncountedDependencies.noOverrides, phase.isLive, !isToldOfFormerLife
    else { return nil }
    // Not by `lockedWork` if it is there: that would count the parts up and down.
    let work = parts?.scope ?? lockedWork
    guard let task = work.lockedRegister(at: callSite, in: function) else { return nil }
    return (work, task)
  }

  /// Called with the lock held.
  private var lockedWork: CancellationScope {
    guard phase.isLive else { return parts?.scope ?? Self.sealedWork }
    guard !isToldOfFormerLife else { return Self.sealedWork }
    let parts = ensuredParts
    if let scope = parts.scope { return scope }
    let tree = tree
    // Under the tree's lock, so that a look at the context and a registration are one lock pair. The
    // scope keeps the tree: work of a former life may return when the context has gone elsewhere.
    let scope = CancellationScope(executor: tree.taskExecutor, guardedBy: tree.lock, of: tree)
    parts.scope = scope
    return scope
  }

  /// Whether this thread is telling the context of the activation of a life that has ended, because the
  /// context has been taken out and in again meanwhile; called with the lock held.
  ///
  /// What that activation starts is not the new life's. A thread that delivers may be at code of the new
  /// life, which the activation has only set off.
  var isToldOfFormerLife: Bool {
    guard let life = parts?.life, life != 0, tree.deliverer != .current else { return false }
    return ActivationScope.isTelling(self, ofAnotherLifeThan: life)
  }

  private static let sealedWork: CancellationScope = {
    let scope = CancellationScope()
    scope.seal()
    return scope
  }()

  /// Keeps a handle with the context; see ``ContextHooks/keepsHandles``.
  ///
  /// A handle holds its context, so this is a cycle; it is broken when the context's life is
  /// finished, which for a context in a tree is certain. Keep none with a context that may never
  /// join one.
  public func keepHandle(_ handle: any Sendable) {
    let lock = lock()
    let former = ensuredParts.handle
    ensuredParts.handle = handle
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The handle that is kept with the context.
  public var keptHandle: (any Sendable)? {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.handle
  }

  /// The value of a slot as text, for descriptions; untracked.
  ///
  /// Of a value whose parts are more than 128 times inside one another the inner ones are left out.
  public func describeValue(at slot: Int) -> String {
    let lock = lock()
    guard unsafe !headers[slot].flags.contains(.absent) else {
      lock.unlock()
      return "…"
    }
    let value = unsafe layout.slots[slot].operations.value(address(ofSlotAt: slot))
    lock.unlock()
    return NestedDescription.of(value)
  }

  /// Where the context is in its life.
  public var currentPhase: ContextPhase {
    let lock = lock()
    defer { lock.unlock() }
    return phase
  }
}

extension LockReference {
  /// Runs a closure and gives the taken lock back.
  func unlocking<Result>(_ body: () -> Result) -> Result {
    defer { unlock() }
    return body()
  }
}

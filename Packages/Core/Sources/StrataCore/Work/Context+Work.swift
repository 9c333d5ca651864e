@_spi(Strata) public import StrataConcurrency
@_spi(Strata) import StrataDependencies

extension Context {
  /// The running work of this context: tasks, loops, handlers of its end.
  ///
  /// The scope is closed when the context leaves its tree. Tasks are cancelled, then handlers run, in order of
  /// registration. Work that is registered later is cancelled at once. A context that is in no tree has a closed scope
  /// as well, because nothing would ever end the work.
  ///
  /// - Complexity: O(1); allocates at the first use.
  public var work: CancellationScope {
    let lock = lock()
    defer { lock.unlock() }
    return lockedWork
  }

  /// The running work of this context, its phase, and whether it certainly has only default dependencies; for one lock
  /// pair.
  package var workplace: (work: CancellationScope, phase: ContextPhase, hasDefaults: Bool) {
    let lock = lock()
    defer { lock.unlock() }
    let hasDefaults =
      phase.isLive && tree.rootDependencies.isKnown && tree.rootDependencies.isDefault
      && !tree.hasOverrides
    return (lockedWork, isNotifiedOfFormerIncarnation ? .sealed : phase, hasDefaults)
  }

  /// Registers a task of the most common kind, for one lock pair.
  ///
  /// The kind is a task of a live context for which no context on the path has changed dependencies.
  ///
  /// - Parameters:
  ///   - callSite: The call site for reports.
  ///   - function: The function of the call site.
  /// - Returns: The scope that starts it; `nil` if it is not of that kind.
  /// - Precondition: `CancellationScope.maySimplyStart` is true.
  package func registerTask(
    at callSite: CallSite,
    in function: StaticString
  ) -> (work: CancellationScope, task: RegisteredTask)? {
    let lock = lock()
    defer { lock.unlock() }
    guard lock.published == UncountedDependencies.noOverrides, phase.isLive,
      !isNotifiedOfFormerIncarnation
    else { return nil }
    // Without `lockedWork` if the scope exists, because that would count the parts up and down.
    let work = facets?.scope ?? lockedWork
    guard let task = work.lockedRegister(at: callSite, in: function) else { return nil }
    return (work, task)
  }

  /// Called with the lock held.
  private var lockedWork: CancellationScope {
    guard phase.isLive else { return facets?.scope ?? Self.sealedWork }
    guard !isNotifiedOfFormerIncarnation else { return Self.sealedWork }
    let facets = ensuredFacets
    if let scope = facets.scope { return scope }
    let tree = tree
    // Guarded by the tree's lock, so that an access to the context and a registration share one lock pair. The scope
    // retains the tree, because work of an earlier incarnation may return after the context has moved to another tree.
    let scope = CancellationScope(executor: tree.taskExecutor, guardedBy: tree.lock, of: tree)
    facets.scope = scope
    return scope
  }

  private static let sealedWork: CancellationScope = {
    let scope = CancellationScope()
    scope.close()
    return scope
  }()

  /// Stores a handle with the context; see ``ContextHooks/keepsHandles``.
  ///
  /// A handle retains its context, so this is a cycle. The end of the context's incarnation breaks it, which is certain
  /// for a context in a tree. Do not store one with a context that may never join a tree.
  public func keepHandle(_ handle: any Sendable) {
    let lock = lock()
    let former = ensuredFacets.handle
    ensuredFacets.handle = handle
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The handle that is stored with the context.
  public var keptHandle: (any Sendable)? {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.handle
  }

  /// Stores an object with the context, or releases the stored one; as ``keepHandle(_:)`` does, in less memory.
  @_spi(Strata)
  public func keepObject(_ object: (any AnyObject & Sendable)?) {
    let lock = lock()
    let former = keptCompanion
    keptCompanion = object
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The object that is stored with the context.
  @_spi(Strata)
  public var keptObject: AnyObject? {
    let lock = lock()
    defer { lock.unlock() }
    return keptCompanion
  }

  /// The value of a slot as text, for descriptions; untracked.
  ///
  /// Members that are nested more than 128 times are left out.
  package func describeValue(at slot: Int) -> String {
    let lock = lock()
    guard unsafe !headers[slot].flags.contains(.uninitialized) else {
      lock.unlock()
      return "…"
    }
    let value = unsafe layout.slots[slot].operations.value(address(ofSlotAt: slot))
    lock.unlock()
    return NestedDescription.of(value)
  }

  /// The phase of the context's life cycle.
  public var currentPhase: ContextPhase {
    let lock = lock()
    defer { lock.unlock() }
    return phase
  }
}

import StrataConcurrency
@_spi(Strata) public import StrataDependencies

extension Context {
  /// Changes dependencies for this context and its descendants.
  ///
  /// The closure runs when a value is first needed after the context has found its position, because it may build on
  /// the parents' values. Later changes win over earlier ones.
  ///
  /// - Precondition: The context is in no tree yet; calls after that have no effect.
  public func updateDependencies(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    let lock = lock()
    ensuredFacets.dependencies.updates.append(update)
    if phase.isLive { tree.noteUpdateAfterEnd(of: self) }
    lock.unlock()
  }

  /// Sets the values that this context's own changes build on; for the root of a tree.
  ///
  /// - Precondition: The context is in no tree.
  public func setInheritedDependencies(_ values: DependencyValues) {
    let lock = lock()
    let former = ensuredFacets.dependencies.inherited
    ensuredFacets.dependencies.inherited = values
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The dependencies of this context: those of the nearest context at or above it that has changed any, or the
  /// defaults.
  ///
  /// A context that is in no tree has the dependencies of its caller. One that is ending has those of its last
  /// position.
  ///
  /// - Complexity: O(1) at a context that has changed some; else one step for each level up to it.
  public var dependencies: DependencyValues { placedDependencies.values }

  /// The dependencies of this context and its phase, for one lock pair.
  package var placedDependencies: (values: DependencyValues, phase: ContextPhase) {
    while true {
      let lock = lock()
      let phase = phase
      guard let owner = dependencyOwner.context, let facets = owner.facets else {
        let isToKeep = phase.isLive && !tree.rootDependencies.isKnown
        let isPlaced = rootOfPlace != nil
        lock.unlock()
        guard isPlaced else { return (.current, phase) }
        if isToKeep { keepAtRoot(DependencyValues()) }
        return (DependencyValues(), phase)
      }
      if let effective = facets.dependencies.effective {
        let isToKeep = !tree.rootDependencies.isKnown && tree.root.leads(to: owner)
        lock.unlock()
        if isToKeep { keepAtRoot(effective) }
        return (effective, phase)
      }
      let own = facets.dependencies
      let parent = owner.placeLink.context
      let outside = rootOfPlace != nil ? DependencyValues() : .current
      lock.unlock()
      owner.resolve(own, over: own.inherited ?? parent?.dependencies ?? outside)
    }
  }

  /// The nearest context that has changed dependencies; called with the lock held.
  var dependencyOwner: ContextLink {
    var link = ContextLink(self)
    var owner = ContextLink(nil)
    while owner.isNone, !link.isNone {
      link.with { context in
        if let facets = context.facets, facets.changesDependencies { owner = link }
        link = context.placeLink
      }
    }
    return owner
  }

  /// Applies changes, which are user code, outside the lock; the first thread installs the result.
  private func resolve(_ own: ContextDependencies, over inherited: DependencyValues) {
    let values = inherited.overridden { values in
      for update in own.updates { update(&values) }
    }
    let lock = lock()
    defer { lock.unlock() }
    guard let facets, facets.dependencies.effective == nil,
      facets.dependencies.generation == own.generation
    else { return }
    facets.dependencies.effective = values
  }
}

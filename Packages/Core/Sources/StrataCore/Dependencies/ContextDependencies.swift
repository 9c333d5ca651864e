import StrataConcurrency
@_spi(Strata) public import StrataDependencies

/// What a context does to the dependencies it inherits.
struct ContextDependencies {
  /// Changes that wait until the parent is known.
  var updates: [@Sendable (inout DependencyValues) -> Void] = []
  /// What to build on in the place of a parent's values; a root's.
  var inherited: DependencyValues?
  /// The values that hold here and below, once they are known.
  var effective: DependencyValues?
  /// Counts how often the values were forgotten, so that those made for an old place are not kept.
  var generation = 0

  /// Forgets values that hold at one place, because the context has left it.
  ///
  /// - Returns: What was forgotten, to be released without the lock.
  mutating func takeValues() -> [DependencyValues?] {
    defer { (effective, inherited, generation) = (nil, nil, generation + 1) }
    return [effective, inherited]
  }

  /// Whether the values here are others than the parent's.
  var isAnyKnown: Bool { effective != nil || inherited != nil || !updates.isEmpty }
}

extension Context {
  /// Changes dependencies for this context and everything below it.
  ///
  /// The closure runs when a value is first needed after the context has found its place, because
  /// it may build on what the parents have. Later changes win over earlier ones.
  ///
  /// - Precondition: The context is in no tree yet; later calls are too late and have no effect.
  public func updateDependencies(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    let lock = lock()
    ensuredParts.dependencies.updates.append(update)
    if phase.isLive { tree.noteLateUpdate(of: self) }
    lock.unlock()
  }

  /// Makes values the ones that this context's own changes build on; for the root of a tree.
  ///
  /// - Precondition: The context is in no tree.
  public func setInheritedDependencies(_ values: DependencyValues) {
    let lock = lock()
    let former = ensuredParts.dependencies.inherited
    ensuredParts.dependencies.inherited = values
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  /// The dependencies at this place of the tree: those of the nearest context at or above it that
  /// has changed any, or the defaults.
  ///
  /// A context that is in no tree has no place, and so has those of whoever asks. One that is ending has
  /// those of the place that it had.
  ///
  /// - Complexity: O(1) at a context that has changed some; else a step for each level up to it.
  public var dependencies: DependencyValues { placedDependencies.values }

  /// The dependencies at this place of the tree, and where the context is in its life; for one lock
  /// pair.
  package var placedDependencies: (values: DependencyValues, phase: ContextPhase) {
    while true {
      let lock = lock()
      let phase = phase
      guard let owner = dependencyOwner.context, let parts = owner.parts else {
        let isToKeep = phase.isLive && !tree.rootDependencies.isKnown
        let isPlaced = rootOfPlace != nil
        lock.unlock()
        guard isPlaced else { return (.current, phase) }
        if isToKeep { keepAtRoot(DependencyValues()) }
        return (DependencyValues(), phase)
      }
      if let effective = parts.dependencies.effective {
        let isToKeep = !tree.rootDependencies.isKnown && tree.root.leads(to: owner)
        lock.unlock()
        if isToKeep { keepAtRoot(effective) }
        return (effective, phase)
      }
      let own = parts.dependencies
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
        if let parts = context.parts, parts.changesDependencies { owner = link }
        link = context.placeLink
      }
    }
    return owner
  }

  /// Applies changes, which are user code, outside the lock; whoever is first installs the result.
  private func resolve(_ own: ContextDependencies, over inherited: DependencyValues) {
    let values = inherited.overridden { values in
      for update in own.updates { update(&values) }
    }
    let lock = lock()
    defer { lock.unlock() }
    guard let parts, parts.dependencies.effective == nil,
      parts.dependencies.generation == own.generation
    else { return }
    parts.dependencies.effective = values
  }

  /// Forgets the values that hold here and below, because the context has got another first parent;
  /// called with the lock held.
  ///
  /// - Returns: What was forgotten, to be released without the lock.
  /// - Complexity: O(size of the subtree) where someone below the root has changed dependencies.
  func forgetInheritedDependencies() -> [DependencyValues] {
    guard tree.hasOverrides else { return [] }
    var forgotten: [DependencyValues] = []
    for context in linkedSubtree {
      guard let parts = context.parts else { continue }
      // What is used is looked up again at the new place.
      for index in parts.uses.indices { parts.uses[index].isOfPlace = false }
      guard !parts.dependencies.updates.isEmpty else { continue }
      parts.dependencies.generation += 1
      if let values = parts.dependencies.effective { forgotten.append(values) }
      parts.dependencies.effective = nil
    }
    return forgotten
  }
}

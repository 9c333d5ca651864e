import StrataConcurrency
@_spi(Strata) package import StrataDependencies
import Synchronization

extension Context {
  /// The dependencies of this context, if the tree stores them and their use is unconditional.
  ///
  /// Valid for as long as the context is retained.
  ///
  /// - Complexity: O(1) without a lock. One lock pair and one step for each level up, once a context below the root has
  ///   changed dependencies.
  package var keptDependencies: UncountedDependencies? {
    let pattern = guardLock.load(ordering: .acquiring)
    let kept = UncountedDependencies(
      published: LockReference(unsafeBitPattern: pattern).published
    )
    // The guard again, because the context may have been in one tree at the first load and in another when its phase
    // was loaded.
    if let kept, phase.isLive, guardLock.load(ordering: .relaxed) == pattern { return kept }
    return lockedKeptDependencies
  }

  private var lockedKeptDependencies: UncountedDependencies? {
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive else { return nil }
    return unsafe treeReference._withUnsafeGuaranteedRef { tree in
      guard tree.rootDependencies.isPlain, !(tree.hasOverrides && isBelowOverrides) else {
        return nil
      }
      return UncountedDependencies(tree.rootDependencies.values)
    }
  }

  /// Whether a context other than the root, at or above this one, has changed dependencies; called with the lock held.
  private var isBelowOverrides: Bool {
    let owner = dependencyOwner
    return !owner.isNone && !owner.leads(to: tree.root)
  }

  /// Stores the dependencies of the tree's root, if these are they; called without the lock.
  func keepAtRoot(_ values: DependencyValues) {
    // Evaluated outside the lock, because the process's context may have to be determined.
    let isPlain =
      values.context != .test && !values.containsOverride { $0 is any ContextContainer }
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, !tree.rootDependencies.isKnown, let root = tree.root.context else { return }
    let isRoots =
      root.facets.map { facets in
        facets.changesDependencies
          ? facets.dependencies.effective?.isIdentical(to: values) ?? false : values.isEmpty
      } ?? values.isEmpty
    guard isRoots else { return }
    tree.rootDependencies.set(values, isPlain: isPlain)
    if isPlain, !tree.hasOverrides { lock.published = UncountedDependencies(values).published }
  }
}

extension Tree {
  /// Records that a context in the tree has changed dependencies; called with the lock held.
  func noteUpdateAfterEnd(of context: Context) {
    if !root.leads(to: context) {
      noteOverrides()
    } else if context.facets?.dependencies.effective == nil {
      rootDependencies.forgetDefaults()
      lock.published = 0
    }
  }
}

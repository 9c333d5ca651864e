import StrataConcurrency
@_spi(Strata) package import StrataDependencies
import Synchronization

/// The dependencies of a tree's root, kept with the tree until that is gone, so that they are read
/// without being counted.
///
/// They hold wherever no context below the root has changed any. A context holds its tree, so what is
/// kept here lives as long as any context that can read it. As long as there is no such context below, and
/// they may be used without a word, the tree's lock tells of them to those who do not take it.
struct RootDependencies {
  /// Never replaced once they refer to something.
  private(set) var values = DependencyValues()
  /// Whether they are known.
  private(set) var isKnown = false
  /// Whether they may be used without a word: in the test context each use is looked at.
  private(set) var isPlain = false
  /// Whether there are none but the defaults.
  private(set) var isDefault = false

  /// Notes them.
  ///
  /// Only those that are used without a word are kept: a context keeps its tree, so what leads from
  /// these values to a context of the tree would keep both for good.
  mutating func set(_ values: DependencyValues, isPlain: Bool) {
    if isPlain { self.values = values }
    self.isPlain = isPlain
    isDefault = values.isEmpty
    isKnown = true
  }

  /// Notes that they are not known any more: changes have come late to a root that had none.
  mutating func forgetDefaults() {
    (isKnown, isPlain, isDefault) = (false, false, false)
  }
}

extension Context {
  /// The dependencies of this place, if the tree keeps them and they may be used without a word.
  ///
  /// Valid for as long as the context is held.
  ///
  /// - Complexity: O(1) without a lock; one lock pair and a step for each level up once some context below
  ///   the root has changed dependencies.
  package var keptDependencies: UncountedDependencies? {
    let pattern = guardLock.load(ordering: .acquiring)
    let kept = UncountedDependencies(
      published: LockReference(unsafeBitPattern: pattern).published
    )
    // The guard again: the context may have been in one tree when it was found, and live in another when
    // its phase was.
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

  /// Whether a context that is not the root, here or above, has changed dependencies; called with the
  /// lock held.
  private var isBelowOverrides: Bool {
    let owner = dependencyOwner
    return !owner.isNone && !owner.leads(to: tree.root)
  }

  /// Lets the tree keep its root's dependencies, if these are they; called without the lock.
  func keepAtRoot(_ values: DependencyValues) {
    // Asked outside the lock: the context of the process may have to be found out.
    let isPlain =
      values.context != .test && !values.containsOverride { $0 is any ContextContainer }
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, !tree.rootDependencies.isKnown, let root = tree.root.context else { return }
    let isRoots =
      root.parts.map { parts in
        parts.changesDependencies
          ? parts.dependencies.effective?.isIdentical(to: values) ?? false : values.isEmpty
      } ?? values.isEmpty
    guard isRoots else { return }
    tree.rootDependencies.set(values, isPlain: isPlain)
    if isPlain, !tree.hasOverrides { lock.published = UncountedDependencies(values).published }
  }
}

extension Tree {
  /// Notes that a context in the tree has changed dependencies; called with the lock held.
  func noteLateUpdate(of context: Context) {
    if !root.leads(to: context) {
      noteOverrides()
    } else if context.parts?.dependencies.effective == nil {
      rootDependencies.forgetDefaults()
      lock.published = 0
    }
  }
}

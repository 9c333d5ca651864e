@_spi(Strata) import StrataDependencies

/// The dependencies of a tree's root, stored with the tree for its whole life, so that reads do not count them.
///
/// They apply wherever no context below the root has changed any. A context retains its tree, so the stored values live
/// as long as any context that can read them. While there is no such context and each use is unconditional, the tree's
/// lock publishes them to readers without the lock.
struct RootDependencies {
  /// Never replaced once they refer to something.
  private(set) var values = DependencyValues()
  /// Whether they are known.
  private(set) var isKnown = false
  /// Whether their use is unconditional; in the test context each use is checked.
  private(set) var isPlain = false
  /// Whether they are only the defaults.
  private(set) var isDefault = false

  /// Sets them.
  ///
  /// Only values whose use is unconditional are stored. A context retains its tree, so values that lead to a context of
  /// the tree would retain both forever.
  mutating func set(_ values: DependencyValues, isPlain: Bool) {
    if isPlain { self.values = values }
    self.isPlain = isPlain
    isDefault = values.isEmpty
    isKnown = true
  }

  /// Records that they are unknown again, because changes have come after the end of a root's setup.
  mutating func forgetDefaults() {
    (isKnown, isPlain, isDefault) = (false, false, false)
  }
}

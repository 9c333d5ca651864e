import StrataConcurrency
package import StrataDependencies

extension Context {
  /// The place in the tree to which what is the same as here belongs: the highest context from which on
  /// downwards, to here, those that change dependencies have left it as it is.
  ///
  /// - Parameter isSame: Whether values have the same as there is here; called without the lock.
  /// - Returns: `nil` if the tree has ended.
  /// - Complexity: O(number of levels up to the highest that changes dependencies).
  package func dependencyHost(where isSame: (DependencyValues) -> Bool) -> Context? {
    var host: Context?
    var next: Context? = self
    while let context = next {
      let lock = context.lock()
      let owner = context.dependencyOwner.context
      let root = context.rootOfPlace ?? context.tree.root.context
      let above = owner?.placeLink.context
      lock.unlock()
      // Above the last that changes any, the defaults hold.
      guard let owner else { return host == nil || isSame(DependencyValues()) ? root : host }
      if host != nil, !isSame(owner.dependencies) { return host }
      host = owner
      next = above
    }
    return host
  }
}

import StrataConcurrency
package import StrataDependencies

extension Context {
  /// The highest context at or above this one up to which the dependencies of interest are unchanged.
  ///
  /// The contexts between it and this one may change other dependencies.
  ///
  /// - Parameter isSame: Whether values agree with those of this context; called without the lock.
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
      let isLive = context.phase.isLive
      lock.unlock()
      guard let owner else {
        // Above the last context that changes any, the defaults apply. A context that has just left its tree may have
        // been asked at its last position.
        return (host == nil && isLive) || isSame(DependencyValues()) ? root : host
      }
      if host != nil, !isSame(owner.dependencies) { return host }
      host = owner
      next = above
    }
    return host
  }
}

import StrataDependencies

extension Context {
  /// Invalidates the values of this context and its descendants, because its first parent has changed; called with the
  /// lock held.
  ///
  /// - Returns: The values to release without the lock.
  /// - Complexity: O(size of the subtree) if a context below the root has changed dependencies.
  func forgetInheritedDependencies() -> [DependencyValues] {
    guard tree.hasOverrides else { return [] }
    var forgotten: [DependencyValues] = []
    for context in linkedSubtree {
      guard let facets = context.facets else { continue }
      // Uses are looked up again at the new position.
      for index in facets.uses.indices { facets.uses[index].isOfPlace = false }
      guard !facets.dependencies.updates.isEmpty else { continue }
      facets.dependencies.generation += 1
      if let values = facets.dependencies.effective { forgotten.append(values) }
      facets.dependencies.effective = nil
    }
    return forgotten
  }
}

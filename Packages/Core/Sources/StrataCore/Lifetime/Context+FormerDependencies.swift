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
      guard let parts = context.parts else { continue }
      // Uses are looked up again at the new position.
      for index in parts.uses.indices { parts.uses[index].isOfPlace = false }
      guard !parts.dependencies.updates.isEmpty else { continue }
      parts.dependencies.generation += 1
      if let values = parts.dependencies.effective { forgotten.append(values) }
      parts.dependencies.effective = nil
    }
    return forgotten
  }
}

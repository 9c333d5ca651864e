import StrataConcurrency

extension Context {
  /// The parents, in order of arrival; tracked.
  package var trackedParents: [AdjacentContext] {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return places.map { AdjacentContext(context: $0) }
  }

  /// Whether this context has at most one parent slot; tracked.
  package var isUniquelyReferenced: Bool {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return !(facets?.hasOtherParents ?? false)
  }
}

import StrataConcurrency

extension Context {
  /// The parents, in order of arrival; tracked.
  package var trackedParents: [Neighbour] {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return places.map { Neighbour(context: $0) }
  }

  /// Whether this context has at most one parent slot; tracked.
  package var isUniquelyReferenced: Bool {
    watch(.parents)
    let lock = lock()
    defer { lock.unlock() }
    return !(parts?.hasOtherParents ?? false)
  }
}

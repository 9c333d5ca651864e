import StrataConcurrency
import Synchronization

// A context *uses* an attached context when it has asked for it as a dependency. For events it is an ancestor: events
// of the dependency reach its users, and a user sends to the dependencies that it uses. Uses retain nothing. Both ends
// are alive, and each removes itself from the other when it ends.

extension Context {
  /// Whether this context has asked for an attached context before, at its current position, and that context is still
  /// alive.
  package func uses(_ hosted: Context) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.uses.contains { $0.isOfPlace && $0.hosted.leads(to: hosted) } ?? false
  }

  /// Records that this context uses an attached context of its tree.
  ///
  /// - Complexity: O(number of attached contexts that this context uses).
  package func noteUse(of hosted: Context) {
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, hosted !== self,
      hosted.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed),
      hosted.phase.isLive
    else { return }
    let facets = ensuredFacets
    if let index = facets.uses.firstIndex(where: { $0.hosted.leads(to: hosted) }) {
      facets.uses[index].isOfPlace = true
      return
    }
    facets.uses.append(DependencyUse(hosted: ContextLink(hosted), isOfPlace: true))
    hosted.ensuredFacets.users.add(self)
  }

  /// Removes all uses by and of this context, because it has ended; called with the lock held.
  func endUses() {
    guard let facets else { return }
    for use in facets.uses { use.hosted.with { $0.facets?.users.remove(self) } }
    facets.uses = []
    for user in facets.users.inOrder { user.facets?.uses.removeAll { $0.hosted.leads(to: self) } }
    facets.users = DependencyUsers()
  }
}

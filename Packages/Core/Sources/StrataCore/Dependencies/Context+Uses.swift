import StrataConcurrency
import Synchronization

// A context *uses* an attached context when it has asked for it as a dependency. For events it is an ancestor: events
// of the dependency reach its users, and a user sends to the dependencies that it uses. Uses retain nothing. Both ends
// are alive, and each removes itself from the other when it ends.

extension Context {
  /// Whether this context has asked for an attached context before, at its current position, and that context is still
  /// alive.
  package func uses(_ guest: Context) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.uses.contains { $0.isOfPlace && $0.guest.leads(to: guest) } ?? false
  }

  /// Records that this context uses an attached context of its tree.
  ///
  /// - Complexity: O(number of attached contexts that this context uses).
  package func noteUse(of guest: Context) {
    let lock = lock()
    defer { lock.unlock() }
    guard phase.isLive, guest !== self,
      guest.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed),
      guest.phase.isLive
    else { return }
    let parts = ensuredParts
    if let index = parts.uses.firstIndex(where: { $0.guest.leads(to: guest) }) {
      parts.uses[index].isOfPlace = true
      return
    }
    parts.uses.append(DependencyUse(guest: ContextLink(guest), isOfPlace: true))
    guest.ensuredParts.users.add(self)
  }

  /// Removes all uses by and of this context, because it has ended; called with the lock held.
  func endUses() {
    guard let parts else { return }
    for use in parts.uses { use.guest.with { $0.parts?.users.remove(self) } }
    parts.uses = []
    for user in parts.users.inOrder { user.parts?.uses.removeAll { $0.guest.leads(to: self) } }
    parts.users = DependencyUsers()
  }
}

import StrataConcurrency
import Synchronization

// A context *uses* a guest when it has asked for it as a dependency. It stands above the guest for events:
// what the guest sends reaches its users, and a user sends to the guests that it uses. Uses hold nothing:
// both ends live, and each takes itself out of the other when it ends.

/// A guest that a context uses.
struct DependencyUse {
  let guest: ContextLink
  /// Whether the guest was found where the context is now.
  var isOfPlace: Bool
}

@available(*, unavailable)
extension DependencyUse: Sendable {}

/// Which contexts use a guest.
struct DependencyUsers {
  private var entries: [ObjectIdentifier: (link: ContextLink, serial: UInt64)] = [:]
  private var nextSerial: UInt64 = 0

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds a user.
  mutating func add(_ user: Context) {
    entries[ObjectIdentifier(user)] = (ContextLink(user), nextSerial)
    nextSerial += 1
  }

  /// Removes a user.
  mutating func remove(_ user: Context) { entries[ObjectIdentifier(user)] = nil }

  /// The users, in the order in which they have come.
  var inOrder: [Context] {
    entries.values.sorted { $0.serial < $1.serial }.compactMap(\.link.context)
  }
}

@available(*, unavailable)
extension DependencyUsers: Sendable {}

extension Context {
  /// Whether this context has asked for a guest before, at the place where it is, and the guest lives
  /// still.
  package func uses(_ guest: Context) -> Bool {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.uses.contains { $0.isOfPlace && $0.guest.leads(to: guest) } ?? false
  }

  /// Notes that this context uses a guest of its tree.
  ///
  /// - Complexity: O(number of guests that this context uses).
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

  /// Forgets what this context uses and who uses it, because it has ended; called with the lock held.
  func endUses() {
    guard let parts else { return }
    for use in parts.uses { use.guest.with { $0.parts?.users.remove(self) } }
    parts.uses = []
    for user in parts.users.inOrder { user.parts?.uses.removeAll { $0.guest.leads(to: self) } }
    parts.users = DependencyUsers()
  }
}

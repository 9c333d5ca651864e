import StrataConcurrency
import Synchronization

// A guest is a context of any kind that lives beside a context instead of in one of its slots. Its
// host is its parent: it finds its dependencies and sends its events there. Walks downwards do not
// meet it.

extension Context {
  /// The slot of a context that is in none.
  static let guestSlot = UInt16.max

  /// The guest that has an identity, if there is one.
  package func guest(_ id: ContextID) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed.guests.first { $0.id == id }
  }

  /// The guests, in order of arrival; tracked.
  package var trackedGuests: [Neighbour] {
    watch(.guests)
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed.guests.map { Neighbour(context: $0) } ?? []
  }

  /// Takes a context in as a guest, with all that it holds, and activates it.
  ///
  /// - Parameters:
  ///   - newcomer: A context that is in no tree; of several with one identity, the first is the guest.
  ///   - handle: Its handle, if its layout keeps handles.
  /// - Returns: The guest, or `nil` if this context does not live or the newcomer cannot join.
  package func host(_ newcomer: Context, handle: (any Sendable)?) -> Context? {
    guard newcomer.prepareToJoin({ _ in }) else { return nil }
    let lock = lock()
    guard phase.isLive else {
      lock.unlock()
      return nil
    }
    if let guest = parts?.keyed.guests.first(where: { $0.id == newcomer.id }) {
      lock.unlock()
      return guest
    }
    let elsewhere = newcomer.guardLock.load(ordering: .acquiring)
    guard Tree.isDetachedLock(elsewhere) else {
      lock.unlock()
      return nil
    }
    let detached = LockReference(unsafeBitPattern: elsewhere)
    detached.lock()
    guard newcomer.guardLock.load(ordering: .relaxed) == elsewhere, newcomer.phase == .detached
    else {
      detached.unlock()
      lock.unlock()
      return nil
    }
    newcomer.join(host: self, handle: handle)
    detached.unlock()
    ensuredParts.keyed.add(newcomer, for: ObjectIdentifier(newcomer))
    lock.unlock()
    newcomer.joinDescendants()
    if !newcomer.layout.isSilent { newcomer.activate() }
    stir(.guests)
    return newcomer
  }

  /// Called with both locks held.
  private func join(host: Context, handle: (any Sendable)?) {
    if let handle { ensuredParts.handle = handle }
    shareTree(with: host)
    guardLock.store(host.guardLock.load(ordering: .relaxed), ordering: .releasing)
    enterLife()
    parentLink = ContextLink(host)
    parentSlot = Self.guestSlot
    if let parts, parts.changesDependencies { tree.noteOverrides() }
  }

  /// Whether this context lives beside its parent and not in one of its slots; called with the lock
  /// held.
  var isGuest: Bool { parentSlot == Self.guestSlot }
}

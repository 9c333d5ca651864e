import StrataConcurrency
import Synchronization

// An attached context ("guest") is a context of any kind that no slot stores. Its owner ("host") is its parent, through
// which it finds its dependencies and sends its events. Traversals downwards do not meet it.

extension Context {
  /// The attached context with an identity, if there is one.
  package func guest(_ id: ContextID) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed.guests.first { $0.id == id }
  }

  /// The attached contexts, in order of arrival; tracked.
  package var trackedGuests: [Neighbour] {
    watch(.guests)
    let lock = lock()
    defer { lock.unlock() }
    return parts?.keyed.guests.map { Neighbour(context: $0) } ?? []
  }

  /// Attaches a context with all its descendants, and activates it.
  ///
  /// - Parameters:
  ///   - newcomer: A context that is in no tree. Of several with one identity, the first is attached.
  ///   - handle: Its handle, if its layout caches handles.
  /// - Returns: The attached context, or `nil` if this context is not alive or the new one cannot join.
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
    // A silent one has nothing below it either.
    if !newcomer.layout.isSilent {
      let late = JoiningWalk.run(below: [newcomer])
      newcomer.activate()
      Context.activate(late)
    }
    stir(.guests)
    return newcomer
  }

  /// Makes this context another owner of an attached context of its tree.
  ///
  /// The attached context then lives at least as long as this one. A context in a slot is not affected, because the
  /// slot decides its lifetime.
  ///
  /// - Complexity: O(number of contexts above).
  package func share(_ guest: Context) {
    let lock = lock()
    let isNew = adopt(guest: guest)
    lock.unlock()
    guard isNew else { return }
    guest.stir(.parents)
    stir(.guests)
  }

  /// Called with the lock held.
  ///
  /// - Returns: Whether it is attached to this context now.
  private func adopt(guest: Context) -> Bool {
    guard phase.isLive,
      guest.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed),
      guest.phase.isLive, guest.isAnywhereGuest, !guest.isHosted(by: self), !isBelow(guest)
    else { return false }
    guest.ensuredParts.otherParents.append(ParentLink(parent: self, slot: Self.guestSlot))
    ensuredParts.keyed.add(guest, for: ObjectIdentifier(guest))
    return true
  }

  private var isAnywhereGuest: Bool {
    (!parentLink.isNone && isGuest)
      || parts?.otherParents.contains { $0.slot == Self.guestSlot } ?? false
  }

  private func isHosted(by host: Context) -> Bool { isChild(of: host, slot: Int(Self.guestSlot)) }

  /// Detaches a context from one owner; called with the lock held.
  ///
  /// - Returns: Whether a parent remains.
  fileprivate func losesHost(_ host: Context) -> Bool {
    if isGuest, parentLink.leads(to: host) {
      unlink()
    } else if let parts {
      parts.otherParents.removeAll { $0.parent === host && $0.slot == Self.guestSlot }
    }
    return !parentLink.isNone || promoteOtherParent()
  }

  /// Called with both locks held.
  private func join(host: Context, handle: (any Sendable)?) {
    if let handle { ensuredParts.handle = handle }
    shareTree(with: host)
    guardLock.store(host.guardLock.load(ordering: .relaxed), ordering: .releasing)
    enterLife()
    parentLink = ContextLink(host)
    parentSlot = Self.guestSlot
  }
}

extension Tree {
  /// Detaches contexts from owners that have left, and ends those without another owner; called without the lock.
  ///
  /// It runs after the handlers of the owners and their descendants, because these handlers may still use the
  /// dependency.
  func endAbandoned(_ abandoned: [(guest: Context, host: Context)]) {
    guard !abandoned.isEmpty else { return }
    var settlement = Settlement()
    lock.lock()
    for (guest, host) in abandoned {
      // An owner that has begun another incarnation has no attached contexts, and another lock guards it.
      if host.guardLock.load(ordering: .relaxed) == lock.bitPattern {
        host.parts?.keyed.removeGuest(guest)
      }
      guard guest.guardLock.load(ordering: .relaxed) == lock.bitPattern, guest.phase.isLive else {
        continue
      }
      if guest.losesHost(host) {
        settlement.noteNewFirstParent(of: guest)
      } else {
        guest.seal(&settlement)
      }
    }
    let signals = settlement.takeSignals()
    if !settlement.departed.isEmpty || !signals.isEmpty {
      settlement.ticket = enqueue(
        signals,
        departed: settlement.departed,
        isReady: settlement.isEmpty
      )
    }
    lock.unlock()
    finish(settlement)
  }
}

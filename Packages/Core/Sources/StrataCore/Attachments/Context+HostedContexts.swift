import StrataConcurrency
import Synchronization

// An attached context ("guest") is a context of any kind that no slot stores. Its owner ("host") is its parent, through
// which it finds its dependencies and sends its events. Traversals downwards do not meet it.

extension Context {
  /// The attached context with an identity, if there is one.
  package func hosted(_ id: ContextID) -> Context? {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.keyed.hostedContexts.first { $0.id == id }
  }

  /// The attached contexts, such as the models that serve as dependencies, in order of arrival; untracked.
  @_spi(Strata)
  public var hostedContexts: [Context] {
    let lock = lock()
    defer { lock.unlock() }
    return facets?.keyed.hostedContexts ?? []
  }

  /// The same; tracked.
  package var trackedHostedContexts: [AdjacentContext] {
    watch(.hostedContexts)
    let lock = lock()
    defer { lock.unlock() }
    return facets?.keyed.hostedContexts.map { AdjacentContext(context: $0) } ?? []
  }

  /// Attaches a context with all its descendants, and activates it.
  ///
  /// - Parameters:
  ///   - inserted: A context that is in no tree. Of several with one identity, the first is attached.
  ///   - handle: Its handle, if its layout caches handles.
  ///   - lookup: Finds the dependency that it is the value of, if this context overrides that.
  /// - Returns: The attached context, or `nil` if this context is not alive or the new one cannot join.
  package func host(
    _ inserted: Context,
    handle: (any Sendable)?,
    lookup: DependencyLookup? = nil
  ) -> Context? {
    guard inserted.prepareToJoin({ _ in }) else { return nil }
    let lock = lock()
    guard phase.isLive else {
      lock.unlock()
      return nil
    }
    if let hosted = facets?.keyed.hostedContexts.first(where: { $0.id == inserted.id }) {
      lock.unlock()
      return hosted
    }
    let elsewhere = inserted.guardLock.load(ordering: .acquiring)
    guard Tree.isDetachedLock(elsewhere) else {
      lock.unlock()
      return nil
    }
    let detached = LockReference(unsafeBitPattern: elsewhere)
    detached.lock()
    guard inserted.guardLock.load(ordering: .relaxed) == elsewhere, inserted.phase == .detached
    else {
      detached.unlock()
      lock.unlock()
      return nil
    }
    let hasReaders = inserted.join(host: self, handle: handle)
    if let lookup { inserted.ensuredFacets.lookup = lookup }
    detached.unlock()
    ensuredFacets.keyed.add(inserted, for: ObjectIdentifier(inserted))
    let tree = tree
    lock.unlock()
    // A silent one has nothing below it either.
    if !inserted.layout.isSilent {
      let late = JoiningTraversal.run(below: [inserted])
      inserted.activate()
      Context.activate(late)
    }
    bumpVersion(.hostedContexts)
    if hasReaders { tree.deliver() }
    return inserted
  }

  /// Detaches former values of a dependency that this context overrides.
  ///
  /// Such a context has moved, and its override has made another value. The former one ends unless another context has
  /// it as well.
  ///
  /// - Parameters:
  ///   - current: The present value.
  ///   - isOfSame: Whether a lookup finds the same dependency; called without the lock.
  package func endFormerValues(
    besides current: Context,
    where isOfSame: (DependencyLookup) -> Bool
  ) {
    let lock = lock()
    let hosted = facets?.keyed.hostedContexts.filter { $0 !== current } ?? []
    let candidates = hosted.compactMap { hosted in
      hosted.facets?.lookup.map { (hosted: hosted, lookup: $0) }
    }
    let tree = tree
    lock.unlock()
    let former = candidates.filter { isOfSame($0.lookup) }
    tree.endAbandoned(former.map { (hosted: $0.hosted, host: self) })
  }

  /// Makes this context another owner of an attached context of its tree.
  ///
  /// The attached context then lives at least as long as this one. A context in a slot is not affected, because the
  /// slot decides its lifetime.
  ///
  /// - Complexity: O(number of contexts above).
  package func share(_ hosted: Context) {
    let lock = lock()
    let isNew = adopt(hosted: hosted)
    lock.unlock()
    guard isNew else { return }
    hosted.bumpVersion(.parents)
    bumpVersion(.hostedContexts)
  }

  /// Called with the lock held.
  ///
  /// - Returns: Whether it is attached to this context now.
  private func adopt(hosted: Context) -> Bool {
    guard phase.isLive,
      hosted.guardLock.load(ordering: .relaxed) == guardLock.load(ordering: .relaxed),
      hosted.phase.isLive, hosted.isHostedAnywhere, !hosted.isHosted(by: self), !isBelow(hosted)
    else { return false }
    hosted.ensuredFacets.otherParents.append(ParentLink(parent: self, slot: Self.hostedSlot))
    ensuredFacets.keyed.add(hosted, for: ObjectIdentifier(hosted))
    return true
  }

  private var isHostedAnywhere: Bool {
    (!parentLink.isNone && isHosted)
      || facets?.otherParents.contains { $0.slot == Self.hostedSlot } ?? false
  }

  private func isHosted(by host: Context) -> Bool { isChild(of: host, slot: Int(Self.hostedSlot)) }

  /// Detaches a context from one owner; called with the lock held.
  ///
  /// - Returns: Whether a parent remains.
  fileprivate func losesHost(_ host: Context) -> Bool {
    if isHosted, parentLink.leads(to: host) {
      unlink()
    } else if let facets {
      facets.otherParents.removeAll { $0.parent === host && $0.slot == Self.hostedSlot }
    }
    return !parentLink.isNone || promoteOtherParent()
  }

  /// Called with both locks held.
  ///
  /// - Returns: Whether readers are to be notified; then call ``Tree/deliver()`` without the lock.
  private func join(host: Context, handle: (any Sendable)?) -> Bool {
    if let handle { ensuredFacets.handle = handle }
    shareTree(with: host)
    guardLock.store(host.guardLock.load(ordering: .relaxed), ordering: .releasing)
    let hasReaders = enterLifetime()
    parentLink = ContextLink(host)
    parentSlot = Self.hostedSlot
    return hasReaders
  }
}

extension Tree {
  /// Detaches contexts from owners that have left, and ends those without another owner; called without the lock.
  ///
  /// It runs after the handlers of the owners and their descendants, because these handlers may still use the
  /// dependency.
  func endAbandoned(_ abandoned: [(hosted: Context, host: Context)]) {
    guard !abandoned.isEmpty else { return }
    var commit = StructuralCommit()
    lock.lock()
    for (hosted, host) in abandoned {
      // An owner that has begun another incarnation has no attached contexts, and another lock guards it.
      if host.guardLock.load(ordering: .relaxed) == lock.bitPattern {
        host.facets?.keyed.removeHosted(hosted)
      }
      guard hosted.guardLock.load(ordering: .relaxed) == lock.bitPattern, hosted.phase.isLive else {
        continue
      }
      let first = hosted.parentIfShared
      if hosted.losesHost(host) {
        commit.noteLostParent(of: hosted, after: first)
      } else {
        hosted.close(&commit)
      }
    }
    let signals = commit.takeSignals()
    if !commit.departed.isEmpty || !signals.isEmpty {
      commit.ticket = enqueue(
        signals,
        departed: commit.departed,
        isReady: commit.isEmpty
      )
    }
    lock.unlock()
    finish(commit)
  }
}

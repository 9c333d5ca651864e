import StrataConcurrency
import Synchronization

extension DerivedNode {
  /// Ends the node permanently; called with the lock held.
  ///
  /// - Returns: The remaining work without the lock.
  func close() -> EndedNode {
    guard !isEnded else { return EndedNode() }
    condition.formUnion([.ended, .stale])
    owner.facets?.derivedNodes[ObjectIdentifier(self)] = nil
    context.phase = .removed
    var ended = EndedNode()
    ended.body = takeUnusedBody()
    // A running computation removes its edges itself.
    if evaluator == nil { ended.sources = sources.removeAll() }
    if let facets = context.facets {
      ended.observerLists = facets.takeWatchLists()
      noteObservers(WatchList())
      // The observation may live longer than the last value should.
      for list in ended.observerLists {
        for entry in list.entries {
          let last = (entry.observer as? ReadingObserver)?.takeLast()
          if let last { ended.delivered.append(last) }
        }
      }
      swap(&facets.bridge, &ended.bridge)
      unsafe context.headers[0].flags.remove(.watched)
    }
    context.producer = nil
    if !dependents.isEmpty {
      ended.dependents = dependents.nodes
      dependents = DependentList()
      tree.enqueueMarks(of: ended.dependents)
      ended.marks = true
    }
    return ended
  }

  /// Ends the handle's use of the node; called without the lock.
  func giveUp() {
    tree.lock.lock()
    users -= 1
    let ended = users == 0 ? close() : EndedNode()
    tree.lock.unlock()
    ended.finish(in: tree)
  }

  /// Ends the node because its owner has ended; called without the lock.
  ///
  /// Trackers of the value are notified when the owner returns, or at once if it has returned already.
  func end() {
    tree.lock.lock()
    var ended = close()
    if owner.guardLock.load(ordering: .relaxed) == lock.bitPattern, !owner.phase.isLive {
      owner.keepReaders(of: ended.observerLists, at: context)
    } else if let list = ended.observerLists.first {
      if tree.enqueueRereads(by: list, of: context, 0) { ended.marks = true }
    }
    tree.lock.unlock()
    ended.finish(in: tree)
  }
}

/// The remaining work without the lock after nodes have ended.
struct EndedNode {
  var sources: ContiguousArray<DerivedSources.Source> = []
  var observerLists: ContiguousArray<WatchList> = []
  var bridge: BridgeObserver?
  var body: AnyObject?
  /// The last values that observers received.
  var delivered: [Any] = []
  /// The dependents of the ended node's slot.
  var dependents: [DerivedNode] = []
  /// Whether dependents are to be notified.
  var marks = false

  /// Removes edges, also those of nodes without another user; called without the lock.
  consuming func finish(in tree: Tree) {
    if marks { tree.deliver() }
    DerivedSources.removeEdges(sources)
    withExtendedLifetime((observerLists, bridge, dependents, body, delivered)) {}
  }
}

@available(*, unavailable)
extension EndedNode: Sendable {}

extension DerivedSources {
  /// Removes the edges to sources, and ends, one after the other, the nodes without another user; called without a
  /// lock.
  static func removeEdges(_ sources: ContiguousArray<Source>) {
    var remaining = sources
    while let source = remaining.popLast() {
      guard let ended = source.context.removeDependent(source.edge, slot: source.slot) else {
        continue
      }
      remaining += ended.sources
      withExtendedLifetime(ended) {}
    }
  }
}

extension Context {
  /// Removes an edge; called without the lock.
  ///
  /// - Returns: The remains of the derived value of the slot, if it has no other user.
  func removeDependent(_ edge: UInt64, slot: Int) -> EndedNode? {
    let lock = lock()
    var node: DerivedNode?
    var ended: EndedNode?
    if let producer = derivedNode {
      node = producer.dependents.remove(edge)
      if node != nil { producer.users -= 1 }
      if producer.users == 0 { ended = producer.close() }
    } else if let facets, slot < facets.edges.count {
      node = facets.edges[slot].dependents.list.remove(edge)
      if facets.edges[slot].dependents.list.isEmpty { unsafe headers[slot].flags.remove(.derived) }
    }
    lock.unlock()
    withExtendedLifetime(node) {}
    return ended
  }

  /// Flags the derived values that have read this context as dirty, because it has left a tree or joined one; called
  /// with the lock held.
  ///
  /// They are notified of its changes only while it is in a tree, and compute their values at each read otherwise.
  ///
  /// - Parameter tree: The tree of the held lock.
  /// - Returns: Whether some of them are to be notified; then call ``Tree/deliver()`` without the lock.
  func markDependents(in tree: Tree) -> Bool {
    guard let facets, !facets.edges.isEmpty else { return false }
    var isAny = false
    for slot in facets.edges.indices {
      let edges = facets.edges[slot].dependents
      guard !edges.list.isEmpty else { continue }
      edges.version = tree.nextVersion()
      if phase.isLive {
        unsafe headers[slot].flags.insert(.derived)
      } else {
        unsafe headers[slot].flags.remove(.derived)
      }
      tree.enqueueMarks(of: edges.list.nodes)
      isAny = true
    }
    return isAny
  }

  /// Cuts all edges from the slots of this context, which begins another incarnation; called with the lock held.
  ///
  /// - Parameters:
  ///   - tree: The tree of the held lock.
  ///   - dependents: Collects the derived values at the other ends, to be released outside the lock.
  /// - Returns: Whether some of them are to be notified; then call ``Tree/deliver()`` without the lock.
  func dropDependents(in tree: Tree, _ dependents: inout [DerivedNode]) -> Bool {
    guard let facets, !facets.edges.isEmpty else { return false }
    tree.noteSourceCommit()
    var isAny = false
    for slot in facets.edges.indices {
      guard !facets.edges[slot].dependents.list.isEmpty else { continue }
      let nodes = facets.edges[slot].dependents.list.nodes
      facets.edges[slot].cut()
      facets.edges[slot] = DependentEdges()
      unsafe headers[slot].flags.remove(.derived)
      dependents += nodes
      tree.enqueueMarks(of: nodes)
      isAny = true
    }
    return isAny
  }

  /// The derived node whose value the only slot of this context stores.
  @inline(__always)
  var derivedNode: DerivedNode? {
    // SAFETY: no other kind of node is stored.
    producer.map { unsafe unsafeDowncast($0, to: DerivedNode.self) }
  }

  /// Makes a new context part of a live tree without linking it; called with that tree's lock held.
  func settle(in tree: Tree) {
    self.tree = tree
    guardLock.store(tree.lock.bitPattern, ordering: .releasing)
    phase = .active
  }
}

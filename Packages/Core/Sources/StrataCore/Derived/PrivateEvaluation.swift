import StrataConcurrency

/// The scope of a private evaluation, whose value is not stored.
///
/// It records the trees that are read, and the search for cycles finds it.
// SAFETY: as for `ReadScope`; only the thread of the computation accesses `snapshots`, or the thread that continues in
// its name while it waits.
final class PrivateEvaluation: ReadScope, @unchecked Sendable {
  /// The derived node of the computed value.
  let node: DerivedNode
  /// The word of the scope in which the value was requested.
  let outerScope: UInt
  /// The snapshots of the reads, with the node's own tree first.
  private(set) var snapshots: [ReadSnapshot]

  /// Begins a computation; called with the node's lock held.
  init(_ node: DerivedNode) {
    self.node = node
    snapshots = [ReadSnapshot(node.tree)]
    outerScope = unsafe TrackingScope.isAnyOpen ? UInt(bitPattern: TrackingScope.current) : 0
    super.init()
    renewEpoch()
  }

  override var hidesReads: Bool { true }

  // The slot gets no epoch, because another run may need the one that it has.
  override func noteFirst(_ context: Context, _ slot: Int, _ epoch: UInt32) {
    context.countCommits(ofSlotAt: slot)
    snapshots.note(ReadSnapshot(context.tree))
  }

  override func isSuperseded(_ heldLock: UInt) -> Bool { snapshots.areOver }

  override func notePrivateValue(_ snapshots: [ReadSnapshot], isOwnDoing: Bool) {
    for snapshot in snapshots { self.snapshots.note(snapshot) }
  }

  /// The private evaluation of this thread, if it is the innermost computation.
  ///
  /// The code that began it finds out whether another thread has written meanwhile.
  static var current: PrivateEvaluation? {
    guard TrackingScope.isAnyOpen, let pointer = unsafe TrackingScope.current else { return nil }
    // SAFETY: the code that has set a scope retains it until its work has ended.
    return unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue()
      as? PrivateEvaluation
  }

  /// How many private evaluations of the same value enclose this one.
  ///
  /// Only a cycle asks: the time is linear in the number of enclosing computations.
  var nesting: Int {
    var (count, word) = (0, outerScope)
    // SAFETY: as above.
    while let pointer = unsafe UnsafeRawPointer(bitPattern: word) {
      switch unsafe Unmanaged<ReadScope>.fromOpaque(pointer).takeUnretainedValue() {
      case let outer as DerivedNode: word = outer.run.outerScope
      case let outer as PrivateEvaluation:
        if outer.node === node { count += 1 }
        word = outer.outerScope
      default: return count
      }
    }
    return count
  }
}

extension Context {
  /// Makes commits of a slot count even without a cached dependent; called with the lock held.
  fileprivate func countCommits(ofSlotAt slot: Int) {
    guard phase.isLive, producer == nil else { return }
    let facets = ensuredFacets
    while facets.edges.count <= slot { facets.edges.append(DependentEdges()) }
    unsafe headers[slot].flags.insert(.derived)
  }
}

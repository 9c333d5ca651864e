import StrataConcurrency
import Synchronization

/// What the engine knows of a derived value while its owner lives once; without the value's type.
///
/// The value lies in the only slot of a context of its own, in the owner's tree but linked to nobody.
/// So whoever reads, watches or tracks a slot can do the same with a derived value.
///
/// Between the slots and the derived values there are edges both ways: a source knows who has read it,
/// so that a commit can mark them as stale, and a derived value knows what it has read, so that it
/// can tell whether it still holds.
// SAFETY: every `var` is touched only while the lock of `tree` is held, except by the one thread that
// has claimed the cell (`runner`), as is said at each.
class DerivedCell: ReadScope, @unchecked Sendable {
  /// What a transaction keeps of a derived value whose sources it has written.
  struct Before {
    /// The thread that runs the transaction; for it the cell's own state counts.
    let owner: ThreadIdentity
    let version: UInt64
    var isStale: Bool
  }

  /// Where the value is: a context with one slot.
  final let context: Context
  /// The tree of the owner, while the owner lives this life.
  final let tree: Tree
  final let owner: Context
  final let life: UInt32
  /// Where the computation is written, for reports.
  final let callSite: CallSite

  /// Whether a source may have changed since the value was computed.
  ///
  /// Set by commits, for all that depend on a slot, and cleared before the sources are looked at:
  /// what is set meanwhile stays.
  final var isStale = true
  /// Whether the last run read something that cannot be watched: then the value holds for one read.
  final var isVolatile = false
  /// Whether sources and value do not belong together, so that the value is computed in any case.
  final var isUnsettled = true
  /// Another number for each value that differs; zero while there is none.
  final var version: UInt64 = 0
  final var before: Before?
  /// Who holds the cell: the handle, if it is there, and each edge to a dependent.
  final var users = 1
  /// Whether the edges are gone for good.
  final private(set) var isEnded = false
  /// The thread that finds out whether the value holds, or computes it.
  final var runner: ThreadIdentity?
  final private var waiters: [Waiter] = []

  /// Touched by the thread that has claimed the cell; by others with the lock held and `runner` nil.
  final var sources = DerivedSources()
  /// The source that is looked at next; the claiming thread's.
  final var cursor = 0
  /// Whether that source was made current already; the claiming thread's.
  final var hasDescended = false
  /// What the running run has met; the claiming thread's.
  final var run = Run()

  /// What a run has met besides sources to watch.
  struct Run {
    var isVolatile = false
    /// A source that was stale again when it was read, because others write.
    var hasStaleSource = false
    /// A value that holds for the running thread alone.
    var isApart = false
    var thread = ThreadIdentity.current
  }

  init(context: Context, owner: Context, callSite: CallSite) {
    self.context = context
    self.owner = owner
    self.callSite = callSite
    tree = owner.tree
    life = owner.parts?.life ?? 0
  }

  override final func noteFirst(_ context: Context, _ slot: Int, _ stamp: UInt32) {
    record(context, slot, stamp)
  }

  override final var hidesReads: Bool { true }

  override final func noteValueApart() { run.isApart = true }

  /// Computes the value; called by the thread that has claimed the cell, without the lock.
  ///
  /// - Returns: Whether the value holds for all, and is stored.
  func evaluate() -> Bool { false }

  /// Whether there is a closure that computes the value; called with the lock held.
  var canEvaluate: Bool { false }

  /// Takes a closure out that nobody needs any more; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  func takeUnusedBody() -> AnyObject? { nil }

  /// A change for those who watch, to be told if the version differs then; called with the lock held.
  func makeChange(since version: UInt64) -> (any PendingChange)? { nil }

  /// Keeps the value for the other threads, before a transaction replaces it; called with the lock
  /// held.
  func keepValue() {}

  /// Lets go of what ``keepValue()`` kept; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  func takeKeptValue() -> Any? { nil }

  /// `the value derived at App/Model.swift:12`.
  final var place: String { "the value derived at \(callSite)" }

  /// Whether someone wants to be told of changes; called with the lock held.
  final var isWatched: Bool { context.parts?.isWatched(0) ?? false }

  /// Whether someone wants to be told of changes whose own life is bounded: not Swift's observation,
  /// which forgets nobody; called with the lock held.
  final var isWatchedByHolder: Bool {
    guard let parts = context.parts, parts.isWatched(0) else { return false }
    return parts.watchLists[0].entries.contains { entry in
      entry.watcher.map { !($0 is BridgeWatcher) } ?? false
    }
  }

  // MARK: Claims

  /// Lets others have the cell again; called with the lock held.
  final func release() {
    runner = nil
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    WaitGraph.remove(waiters)
    for waiter in waiters { waiter.parker.wake() }
  }

  /// Waits until another thread lets the cell go; called with the lock held, which is given back and
  /// taken again.
  ///
  /// - Returns: `false`, at once, if that thread waits, however indirectly, for this one.
  final func wait(_ thread: ThreadIdentity, for runner: ThreadIdentity) -> Bool {
    guard WaitGraph.add(thread, for: runner, at: "read \(place)") == nil else { return false }
    let waiter = Waiter(thread: thread, parker: Parker(), slot: nil)
    waiters.append(waiter)
    tree.lock.unlock()
    waiter.parker.park()
    tree.lock.lock()
    return true
  }

  // MARK: The end

  /// Ends the cell for good; called with the lock held.
  ///
  /// - Returns: What is left to be done without the lock.
  final func seal() -> EndedCell {
    guard !isEnded else { return EndedCell() }
    isEnded = true
    isStale = true
    owner.parts?.derivedCells[ObjectIdentifier(self)] = nil
    context.phase = .removed
    var ended = EndedCell()
    ended.body = takeUnusedBody()
    // A run that is under way removes its edges itself.
    if runner == nil { ended.sources = sources.removeAll() }
    if let parts = context.parts {
      swap(&parts.watchLists, &ended.watchLists)
      swap(&parts.bridge, &ended.bridge)
      parts.producer = nil
      unsafe context.headers[0].flags.subtract([.watched, .derived])
    }
    ended.marks = context.dropDependents(ofSlotAt: 0, in: tree, &ended.dependents)
    return ended
  }

  /// Lets go of the handle's share; called without the lock.
  final func giveUp() {
    tree.lock.lock()
    users -= 1
    let ended = users == 0 ? seal() : EndedCell()
    tree.lock.unlock()
    ended.finish(in: tree)
  }

  /// Ends the cell because its owner's life has ended; called without the lock.
  final func end() {
    tree.lock.lock()
    let ended = seal()
    tree.lock.unlock()
    ended.finish(in: tree)
  }
}

/// What is left to be done without the lock after cells have ended.
struct EndedCell {
  var sources: ContiguousArray<DerivedSources.Source> = []
  var watchLists: ContiguousArray<WatchList> = []
  var bridge: BridgeWatcher?
  var body: AnyObject?
  /// Whom the ended cell's slot was a source of.
  var dependents: [DerivedCell] = []
  /// Whether others are to be told.
  var marks = false

  /// Removes edges, also those of cells that nobody holds then; called without the lock.
  consuming func finish(in tree: Tree) {
    if marks { tree.deliver() }
    DerivedSources.removeEdges(sources)
    withExtendedLifetime((watchLists, bridge, dependents, body)) {}
  }
}

@available(*, unavailable)
extension EndedCell: Sendable {}

extension DerivedSources {
  /// Removes the edges to sources, and ends, one after the other, the cells that nobody holds then;
  /// called without a lock.
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
  /// - Returns: What is left of the derived value whose slot it is, if nobody holds that any more.
  func removeDependent(_ edge: UInt64, slot: Int) -> EndedCell? {
    let lock = lock()
    guard let parts, slot < parts.edges.count,
      let cell = parts.edges[slot].list.remove(edge)
    else {
      lock.unlock()
      return nil
    }
    if parts.edges[slot].list.isEmpty { unsafe headers[slot].flags.remove(.derived) }
    var ended: EndedCell?
    if let producer = parts.producer {
      producer.users -= 1
      if producer.users == 0 { ended = producer.seal() }
    }
    lock.unlock()
    withExtendedLifetime(cell) {}
    return ended
  }

  /// Cuts all edges from a slot whose context ends or begins anew; called with the lock held.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - tree: The tree whose lock is held.
  ///   - dependents: Gets the derived values at the other ends, to be released outside the lock.
  /// - Returns: Whether there are any that have to be told: call ``Tree/deliver()`` without the lock.
  func dropDependents(
    ofSlotAt slot: Int,
    in tree: Tree,
    _ dependents: inout [DerivedCell]
  ) -> Bool {
    guard let parts, slot < parts.edges.count, !parts.edges[slot].list.isEmpty else {
      return false
    }
    let cells = Array(parts.edges[slot].list.cells)
    parts.edges[slot] = DependentEdges()
    unsafe headers[slot].flags.remove(.derived)
    dependents += cells
    tree.enqueueMarks(of: cells)
    return true
  }

  /// Cuts all edges from the slots of this context; called with the lock held.
  ///
  /// - Returns: Whether there were any: call ``Tree/deliver()`` without the lock.
  func dropDependents(in tree: Tree, _ dependents: inout [DerivedCell]) -> Bool {
    guard let parts, !parts.edges.isEmpty else { return false }
    var isAny = false
    for slot in parts.edges.indices where dropDependents(ofSlotAt: slot, in: tree, &dependents) {
      isAny = true
    }
    return isAny
  }

  /// Makes a new context part of a live tree without linking it; called with that tree's lock held.
  func settle(in tree: Tree) {
    self.tree = tree
    guardLock.store(tree.lock.bitPattern, ordering: .releasing)
    phase = .active
  }
}

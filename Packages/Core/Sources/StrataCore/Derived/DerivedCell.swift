@_spi(Strata) public import StrataConcurrency
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
// has claimed the cell (`runner`), as is said at each. So run-time checks of exclusive access, which
// would cost more than the accesses, are left out.
@safe
@usableFromInline
class DerivedCell: ReadScope, @unchecked Sendable {
  /// What a transaction keeps of a derived value whose sources it has written.
  struct Before {
    /// The thread that runs the transaction; for it the cell's own state counts.
    let owner: ThreadIdentity
    let version: UInt64
    var isStale: Bool
    /// Whether the cell has another value by now, and the one from before is kept beside it.
    var isReplaced = false
  }

  /// Computes the value and stores it; called without the lock, by the thread that has the claim.
  ///
  /// The lock is held afterwards, unless the evaluation says otherwise.
  ///
  /// A function that is made where the value's type is known, and not a method: what is generic and
  /// found through a class is not specialised.
  @usableFromInline typealias Evaluator = @Sendable (DerivedCell) -> DerivedEvaluation

  /// Where the value is: a context with one slot.
  @usableFromInline final let context: Context
  /// The tree of the owner, while the owner lives this life.
  final let tree: Tree
  /// The lock of that tree.
  @usableFromInline final let lock: LockReference
  final let owner: Context
  @usableFromInline final let life: UInt32
  /// Where the computation is written, for reports.
  final let callSite: CallSite
  final let evaluator: Evaluator

  /// Why the value cannot simply be read.
  @safe @exclusivity(unchecked) @usableFromInline final var condition = DerivedCondition.stale
  /// Another number for each value that differs; zero while there is none.
  @safe @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 0
  /// The version of the value that the current one has replaced.
  @safe @exclusivity(unchecked) @usableFromInline final var formerVersion: UInt64 = 0
  /// Whether sources and value do not belong together, so that the value is computed in any case.
  @safe @exclusivity(unchecked) final var isUnsettled = true
  /// Whether there is a closure that computes the value.
  @safe @exclusivity(unchecked) @usableFromInline final var canEvaluate = false
  @safe @exclusivity(unchecked) private final var runnerBits: UInt = 0
  @safe @exclusivity(unchecked) private final var kept: Before?
  /// Who holds the cell: the handle, if it is there, and each edge to a dependent.
  final var users = 1
  /// The threads that wait until it is let go.
  @safe @exclusivity(unchecked) private(set) final var waiters: [Waiter] = []
  /// The derived values that have read this one.
  @safe @exclusivity(unchecked) final var dependents = DependentList()

  /// Touched by the thread that has claimed the cell; by others with the lock held and `runner` nil.
  @safe @exclusivity(unchecked) final var sources = DerivedSources()
  /// The source that is looked at next; the claiming thread's.
  @safe @exclusivity(unchecked) final var cursor = 0
  /// Whether that source was made current already; the claiming thread's.
  @safe @exclusivity(unchecked) final var hasDescended = false
  /// What the running run has met; the claiming thread's.
  @safe @exclusivity(unchecked) @usableFromInline final var run = Run()
  /// Whether the value could not be stored because of what a thread itself had open, so that those who watch
  /// it, or what depends on it, have still to be told.
  @safe @exclusivity(unchecked) final var owesTelling = false
  /// How often the run with ``overtakenMark`` has read itself because it was overtaken; the claiming
  /// thread's.
  @safe @exclusivity(unchecked) private final var overtakenReads: UInt16 = 0
  @safe @exclusivity(unchecked) private final var overtakenMark: UInt32 = 0
  /// Whether a write by the computation was reported.
  @safe @exclusivity(unchecked) final var hasReportedWrite = false
  /// Edges that a run has not used any more, to be removed without the lock.
  @safe @exclusivity(unchecked) final var unread: ContiguousArray<DerivedSources.Source> = []

  // SAFETY: each is held by the sources of the cell that is claimed next; see `DerivedWalk`.
  /// The cell that the walk which has claimed this one goes back to; the claiming thread's.
  @safe @exclusivity(unchecked) final var below: Unmanaged<DerivedCell>?
  // SAFETY: the list of dependents that it was found in holds it while the lock is held.
  /// The next in a list of cells to go on from, while stale cells are marked.
  @safe @exclusivity(unchecked) final var nextMarked: Unmanaged<DerivedCell>?

  /// What a run has met besides sources to watch.
  @usableFromInline
  struct Run: Sendable {
    /// Whether what is read now is a source.
    @usableFromInline var isOpen = false
    var isVolatile = false
    /// A source that was stale again when it was read, because others write.
    var hasStaleSource = false
    /// A value that holds for the running thread alone.
    var isApart = false
    /// Whether that is because of what the running thread itself has open.
    var isOwnDoing = false
    /// What another thread's open transaction has replaced for that thread.
    var hasSeenPast = false
    /// A write by the computation of what it has read before.
    var hasWrittenSource = false
    /// Whether the walk would rather run again than store what may be of two moments.
    var mayRepeat = false
    /// Where the stack of the thread is used up.
    var stackLimit: UInt = 0
    /// The word of the scope in which the walk that runs it was asked for.
    var outerScope: UInt = 0
  }

  init(context: Context, owner: Context, callSite: CallSite, evaluator: @escaping Evaluator) {
    self.context = context
    self.owner = owner
    self.callSite = callSite
    self.evaluator = evaluator
    tree = owner.tree
    lock = owner.tree.lock
    life = owner.parts?.life ?? 0
    super.init()
  }

  // MARK: The condition

  /// Whether a source may have changed since the value was computed.
  ///
  /// Set by commits, for all that depend on a slot, and cleared before the sources are looked at:
  /// what is set meanwhile stays.
  final var isStale: Bool {
    get { condition.contains(.stale) }
    set { condition.set(.stale, newValue) }
  }

  /// Whether the last run read something that cannot be watched: then the value holds for one read.
  final var isVolatile: Bool {
    get { condition.contains(.volatile) }
    set { condition.set(.volatile, newValue) }
  }

  /// Whether the edges are gone for good.
  final var isEnded: Bool { condition.contains(.ended) }

  /// What other threads than a transaction's see.
  final var before: Before? {
    get { kept }
    set {
      kept = newValue
      condition.set(.divided, newValue != nil)
    }
  }

  /// The thread that finds out whether the value holds, or computes it.
  final var runner: ThreadIdentity? {
    get { runnerBits == 0 ? nil : ThreadIdentity(rawValue: runnerBits) }
    set {
      runnerBits = newValue?.rawValue ?? 0
      condition.set(.claimed, newValue != nil)
    }
  }

  // MARK: What a run reads

  override final func noteFirst(_ context: Context, _ slot: Int, _ stamp: UInt32) {
    guard run.isOpen else { return }
    if !recordAgain(context, slot, stamp) { record(context, slot, stamp) }
  }

  override final var hidesReads: Bool { true }

  override final var stackLimit: UInt { run.stackLimit }

  override final func noteValueApart(_ moments: [ReadMoment], isOwnDoing: Bool) {
    guard run.isOpen else { return }
    ComputationEnd.ensuredValues.note(moments, by: self, isFirst: !run.isApart)
    run.isApart = true
    if isOwnDoing { run.isOwnDoing = true }
  }

  /// Takes note that the run reads itself because it was overtaken; called by the claiming thread.
  ///
  /// - Parameter most: How often it may.
  /// - Returns: Whether it may: whether it would at one moment, too, cannot always be seen, so it is not
  ///   done without end.
  final func noteOvertakenRead(atMost most: UInt16) -> Bool {
    if !isMarked(overtakenMark) {
      overtakenMark = mark
      overtakenReads = 0
    }
    guard overtakenReads < most else { return false }
    overtakenReads += 1
    return true
  }

  // MARK: What the value's type decides

  /// Takes a closure out that nobody needs any more; called with the lock held.
  ///
  /// - Returns: What to release when the lock is given back.
  func takeUnusedBody() -> AnyObject? { nil }

  /// Calls a closure with where a copy of the value as it is now is; called without the lock.
  func withLastContent(_ body: (UnsafeRawPointer) -> Void) {}

  /// Keeps the value for the other threads, before the thread of a transaction replaces it; called with
  /// the lock held.
  func keepValue() {}

  /// Lets go of what ``keepValue()`` kept; called with the lock held.
  ///
  /// - Returns: It; to be released when the lock is given back.
  func takeKeptValue() -> AnyObject? { nil }

  /// Puts what ``keepValue()`` kept in the place of the value; called with the lock held.
  ///
  /// - Returns: The value that was there, to be released when the lock is given back.
  func restoreKeptValue() -> AnyObject? { nil }

  /// Whether the committed value is the same as one that ``takeKeptValue()`` has given; called without
  /// the lock.
  func isSame(asKept kept: AnyObject) -> Bool { false }

  /// The version that is committed; called with the lock held.
  final var committedVersion: UInt64 {
    condition.contains(.divided) ? before?.version ?? version : version
  }

  // MARK: Who watches

  /// `the value derived at App/Model.swift:12`.
  final var place: String { "the value derived at \(callSite)" }

  /// Whether someone wants to be told of changes; called with the lock held.
  final var isWatched: Bool { unsafe context.headers[0].flags.contains(.watched) }

  /// Whether someone wants to be told of changes whose own life is bounded: not Swift's observation,
  /// which forgets nobody; called with the lock held.
  final var isWatchedByHolder: Bool {
    guard let parts = context.parts, parts.isWatched(0) else { return false }
    return parts.watchLists[0].entries.contains { entry in
      entry.watcher.map { !($0 is BridgeWatcher) } ?? false
    }
  }

  // MARK: Claims

  /// Takes the cell, to find out whether the value holds; called with the lock held.
  @inline(__always)
  final func claim(for thread: ThreadIdentity) {
    runnerBits = thread.rawValue
    condition.formUnion(.claimed)
    condition.subtract(.stale)
    cursor = 0
    hasDescended = false
  }

  /// Lets others have the cell again; called with the lock held.
  final func release() {
    runnerBits = 0
    condition.subtract(.claimed)
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    WaitGraph.remove(waiters.map(\.thread))
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
}

@_spi(Strata) public import StrataConcurrency
import Synchronization

/// A derived node: the engine's data about a derived value during one incarnation of its owner, without the value's
/// type.
///
/// The value lies in the only slot of a context of its own, which is in the owner's tree without a link. Readers,
/// observers and trackers therefore treat it as any slot.
///
/// Edges connect slots and derived values in both directions. A source knows its dependents, so that a commit can flag
/// them as dirty. A derived value knows its sources, so that it can check whether it is still valid.
// SAFETY: every `var` is accessed only while the lock of `tree` is held, except by the one thread that owns the node
// (`evaluator`). Comments name these exceptions. Run-time checks of exclusive access are left out, because they would cost
// more than the accesses.
@safe
@usableFromInline
class DerivedNode: DependentNode, @unchecked Sendable {
  /// The state of a derived value from before the open transaction wrote its sources.
  struct Before {
    /// The thread that runs the transaction, for which the node's own state counts.
    let owner: ThreadIdentity
    let version: UInt64
    var isStale: Bool
    /// Whether the node has another value by now, and stores the previous one beside it.
    var isReplaced = false
    /// Whether an observer has read the value in the transaction, and so may have one that is never committed.
    var isObserved = false
    /// The version that the observers know, if they have not been notified of ``version``.
    var observedVersion: UInt64?
  }

  // In the order of their use. The fields that each change accesses are together at the front, because the cost of
  // changing many values is that of their memory.
  /// The lock of the owner's tree.
  @usableFromInline final let lock: LockReference
  /// The closure, the equality and the evaluator.
  @usableFromInline final let stored: StoredComputation
  // SAFETY: refers to the closure in `stored` or to the borrowed one.
  /// The closure, uncounted.
  @safe @exclusivity(unchecked) @usableFromInline final var bodyReference: Unmanaged<AnyObject>?

  /// The reasons why the value cannot simply be read.
  @safe @exclusivity(unchecked) @usableFromInline final var condition = DerivedCondition.stale
  /// Whether sources and value do not belong together, so that the value is always computed.
  @safe @exclusivity(unchecked) final var isUnsettled = true
  /// Whether there is a closure that computes the value.
  @safe @exclusivity(unchecked) @usableFromInline final var canEvaluate = false
  /// Whether the source at ``cursor`` was updated already; for the owning thread.
  @safe @exclusivity(unchecked) final var hasDescended = false
  /// Whether observers are still to be notified, because a thread's own transaction or change prevented the value from
  /// being stored.
  ///
  /// That includes the observers of its dependents.
  @safe @exclusivity(unchecked) final var owesNotification = false
  /// Whether the value has an observer; set with the lock held.
  @safe @exclusivity(unchecked) private(set) final var isWatched = false
  @usableFromInline final let incarnation: UInt32
  /// The source to check next; for the owning thread.
  @safe @exclusivity(unchecked) final var cursor: UInt32 = 0
  /// The number of current reads that provide ``borrowedBody``.
  @safe @exclusivity(unchecked) final var borrows: UInt32 = 0
  /// Another number for each value that differs; zero without a value.
  @safe @exclusivity(unchecked) @usableFromInline final var version: UInt64 = 0
  /// The version of the value before the current one.
  @safe @exclusivity(unchecked) @usableFromInline final var formerVersion: UInt64 = 0
  @safe @exclusivity(unchecked) private final var evaluatorBits: UInt = 0
  // SAFETY: the list of dependents that contains it retains it while the lock is held.
  /// The next in a list of nodes to continue from, while nodes are flagged as dirty.
  @safe @exclusivity(unchecked) final var nextMarked: Unmanaged<DerivedNode>?
  // SAFETY: the sources of the node that is owned next retain each one; see `DerivedTraversal`.
  /// The node to which the traversal that owns this one returns; for the owning thread.
  @safe @exclusivity(unchecked) final var below: Unmanaged<DerivedNode>?
  /// The derived values that have read this one.
  @safe @exclusivity(unchecked) final var dependents = DependentList()
  /// Accessed by the thread that owns the node; by others with the lock held and `evaluator` nil.
  @safe @exclusivity(unchecked) final var sources = DerivedSources()
  /// The events of the current run; for the owning thread.
  @safe @exclusivity(unchecked) @usableFromInline final var run = Run()
  /// What few nodes need.
  @safe @exclusivity(unchecked) private final var occasional: Occasional?
  @safe @exclusivity(unchecked) private final var kept: Before?
  /// The observer, if there is exactly one.
  @safe @exclusivity(unchecked) private final var singleObserver: WatchEntry?

  /// A borrowed closure, which is available only during reads and observations.
  @safe @exclusivity(unchecked) final var borrowedBody: AnyObject?
  /// Whether a reader that provides it observes the value.
  @safe @exclusivity(unchecked) final var isProvidedByObserver = false
  /// The number of users: the handle, if it exists, and each edge to a dependent.
  final var users = 1
  /// The tree of the owner during this incarnation.
  final let tree: Tree
  final let owner: Context
  /// The call site of the computation, for reports.
  // Of the layout, which values of one call site share.
  final var callSite: CallSite { context.layout.slots[0].declaration ?? .thisLine() }

  /// What few nodes need, made at the first use.
  // SAFETY: as for the fields of the node, which alone has it.
  private final class Occasional: @unchecked Sendable {
    /// The threads that wait until the node's ownership ends.
    @safe @exclusivity(unchecked) var waiters: [Waiter] = []
    /// The value for threads that do not run the open transaction.
    @safe @exclusivity(unchecked) var past: AnyObject?
    /// Edges that a run has not used any more, to be removed without the lock.
    @safe @exclusivity(unchecked) var unread: ContiguousArray<DerivedSources.Source> = []
    /// How often the run with `supersededMark` has read itself because it was superseded; for the owning thread.
    @safe @exclusivity(unchecked) var supersededReads: UInt16 = 0
    @safe @exclusivity(unchecked) var supersededMark: UInt32 = 0
    /// Whether a write by the computation was reported.
    @safe @exclusivity(unchecked) var hasReportedWrite = false
  }

  private final var ensuredOccasional: Occasional {
    if let occasional { return occasional }
    let made = Occasional()
    occasional = made
    return made
  }

  /// The events of a run besides the reads of its sources.
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline var events: Events = []
    // Not among the events, because another thread reads it with the lock held.
    /// The computation has written a slot that it had read before.
    private(set) var hasWrittenSource = false
    /// The address at which the stack of the thread is used up.
    let stackLimit: UInt
    /// The word of the scope in which the traversal was started.
    let outerScope: UInt

    @usableFromInline
    struct Events: OptionSet, Sendable {
      @usableFromInline var rawValue: UInt8

      @inlinable
      init(rawValue: UInt8) { self.rawValue = rawValue }

      @inlinable static var isOpen: Events { Events(rawValue: 1) }
      static let isVolatile = Events(rawValue: 2)
      static let hasStaleSource = Events(rawValue: 4)
      static let isPrivate = Events(rawValue: 8)
      static let isOwnDoing = Events(rawValue: 16)
      static let hasSeenPast = Events(rawValue: 32)
      static let mayRepeat = Events(rawValue: 64)
    }

    /// No run.
    init() {
      stackLimit = 0
      outerScope = 0
    }

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - stackLimit: The address at which the stack of the thread is used up.
    ///   - outerScope: The word of the scope in which the traversal was started.
    ///   - mayRepeat: Whether the traversal restarts the run rather than storing an inconsistent result.
    @inline(__always)
    init(stackLimit: UInt, outerScope: UInt, mayRepeat: Bool) {
      events = mayRepeat ? [.isOpen, .mayRepeat] : .isOpen
      self.stackLimit = stackLimit
      self.outerScope = outerScope
    }

    /// Whether nothing but reads has happened; after the run.
    var isPlain: Bool {
      @inline(__always) get { events.subtracting(.mayRepeat).isEmpty && !hasWrittenSource }
    }

    /// Whether reads become sources now.
    var isOpen: Bool { events.contains(.isOpen) }
    var isVolatile: Bool { events.contains(.isVolatile) }
    /// A source was dirty again when it was read, because other threads write.
    var hasStaleSource: Bool { events.contains(.hasStaleSource) }
    /// The result is that of a private evaluation.
    var isPrivate: Bool { events.contains(.isPrivate) }
    /// Whether the running thread's own transaction or change is the reason.
    var isOwnDoing: Bool { events.contains(.isOwnDoing) }
    /// Another thread's open transaction had replaced a source.
    var hasSeenPast: Bool { events.contains(.hasSeenPast) }
    /// Whether the traversal restarts the run rather than storing an inconsistent result.
    var mayRepeat: Bool { events.contains(.mayRepeat) }

    /// Ends the recording of reads.
    @inlinable
    @inline(__always)
    mutating func close() { events.remove(.isOpen) }

    mutating func noteVolatile() { events.insert(.isVolatile) }
    mutating func noteStaleSource() { events.insert(.hasStaleSource) }
    mutating func notePrivate(isOwnDoing: Bool) {
      events.formUnion(isOwnDoing ? [.isPrivate, .isOwnDoing] : .isPrivate)
    }
    mutating func notePast() { events.insert(.hasSeenPast) }
    mutating func noteWrittenSource() { hasWrittenSource = true }
  }

  init(context: Context, owner: Context, computation: StoredComputation) {
    stored = computation
    self.owner = owner
    tree = owner.tree
    lock = owner.tree.lock
    incarnation = owner.facets?.incarnation ?? 0
    super.init(context: context)
  }

  // MARK: The condition

  /// Whether a source may have changed since the value was computed.
  ///
  /// Commits set it for all dependents of a slot. It is cleared before the sources are checked, so that a flag set
  /// meanwhile stays.
  final var isStale: Bool {
    get { condition.contains(.stale) }
    set { condition.set(.stale, newValue) }
  }

  /// Whether the last run read something that cannot be observed, so that the value is valid for one read.
  final var isVolatile: Bool {
    get { condition.contains(.volatile) }
    set { condition.set(.volatile, newValue) }
  }

  /// Whether the edges are cut permanently.
  final var isEnded: Bool { condition.contains(.ended) }

  /// The state for threads that do not run the open transaction.
  final var before: Before? {
    get { kept }
    set {
      kept = newValue
      condition.set(.splitValue, newValue != nil)
    }
  }

  /// The thread that owns the node, to check or compute the value.
  final var evaluator: ThreadIdentity? {
    evaluatorBits == 0 ? nil : ThreadIdentity(rawValue: evaluatorBits)
  }

  // MARK: The reads of a run

  override final func noteFirst(_ context: Context, _ slot: Int, _ epoch: UInt32) {
    guard run.isOpen else { return }
    if !recordAgain(context, slot, epoch) { record(context, slot, epoch) }
  }

  override final var hidesReads: Bool { true }

  override final var stackLimit: UInt { run.stackLimit }

  override final func isSuperseded(_ heldLock: UInt) -> Bool {
    lock.bitPattern == heldLock && run.isOpen && isStale
  }

  override final func notePrivateValue(_ snapshots: [ReadSnapshot], isOwnDoing: Bool) {
    guard run.isOpen else { return }
    PrivateValues.ensured.note(snapshots, by: self, isFirst: !run.isPrivate)
    run.notePrivate(isOwnDoing: isOwnDoing)
  }

  /// Records that the run reads itself because it was superseded; called by the owning thread.
  ///
  /// - Parameter most: How often it may.
  /// - Returns: Whether it may. The number is limited, because a consistent run that would also read itself cannot
  ///   always be recognised.
  final func noteSupersededRead(atMost most: UInt16) -> Bool {
    let run = ensuredOccasional
    if !isMarked(run.supersededMark) {
      run.supersededMark = mark
      run.supersededReads = 0
    }
    guard run.supersededReads < most else { return false }
    run.supersededReads += 1
    return true
  }

  /// Records that a write by the computation is reported.
  ///
  /// - Returns: Whether it is the first one.
  final func noteReportedWrite() -> Bool {
    defer { ensuredOccasional.hasReportedWrite = true }
    return occasional?.hasReportedWrite != true
  }

  /// Adds edges that are to be removed without the lock.
  final func addUnread(_ sources: ContiguousArray<DerivedSources.Source>) {
    if !sources.isEmpty { ensuredOccasional.unread += sources }
  }

  /// Whether edges are to be removed without the lock.
  final var hasUnread: Bool { occasional?.unread.isEmpty == false }

  /// Takes out the edges that are to be removed without the lock.
  final func takeUnread() -> ContiguousArray<DerivedSources.Source> {
    guard let occasional else { return [] }
    defer { occasional.unread = [] }
    return occasional.unread
  }

  /// The value for threads that do not run the open transaction, as an object of the node's type.
  final var past: AnyObject? {
    get { occasional?.past }
    set { if newValue != nil || occasional != nil { ensuredOccasional.past = newValue } }
  }

  /// Computes the value and stores it; see ``StoredComputation/Evaluator``.
  @inline(__always)
  final func evaluate() -> DerivedEvaluation {
    // SAFETY: the node retains it. It is not counted here, because each change of the value would pay for that.
    unsafe Unmanaged.passUnretained(stored)._withUnsafeGuaranteedRef { $0.evaluator(self) }
  }

  // MARK: The tasks of a node

  override final func takeUnusedBody() -> AnyObject? {
    isProvidedByObserver = false
    return takeIdleBody()
  }

  override final func noteUncommittedRead() {
    if isSplitForThisThread { before?.isObserved = true }
  }

  override final var owningContext: Context? { owner }

  override final func listSlots(in log: ReadLog) { listSourceSlots(in: log) }

  // Here and not in an extension, which could not override, because one more call is measurable.
  override final func notify(
    _ entry: borrowing WatchEntry,
    of mark: WatchedMarks.Uncounted,
    _ known: inout Bool?,
    round: UInt64,
    cause: Cause?
  ) {
    let isObserver = entry.withReadingObserver { observer in
      guard let observer else { return false }
      notify(observer, of: mark, &known, cause)
      return true
    }
    guard !isObserver, isDifferent(from: mark, &known), let observer = entry.observer else {
      return
    }
    withChange(round: round, cause: cause) { observer.receive($0) }
  }

  override final func isDifferent(
    from mark: WatchedMarks.Uncounted,
    _ known: inout Bool?
  ) -> Bool {
    if let known { return known }
    lock.lock()
    let outcome = DerivedTraversal.update(self)
    let isDifferent =
      finishUpdate(outcome, since: mark.formerVersion)
      && !(mark.kept.map { isSame(asKept: $0) } ?? false)
    known = isDifferent
    return isDifferent
  }

  // SAFETY: as in `DependentNode`: the caller retains the results of `next`.
  override final func update(_ next: () -> Unmanaged<DependentNode>?) {
    lock.lock()
    unsafe DerivedTraversal.update(after: self, next)
    lock.unlock()
    if ComputationEnd.isAny { ComputationEnd.settle() }
  }

  override final func noteChangeInOtherTree(by writer: ThreadIdentity?) {
    tree.lock.lock()
    tree.enqueueMarks(of: [self], writer: writer)
    tree.lock.unlock()
    tree.deliver()
  }

  override final func endTouch(
    of nodes: [DependentNode],
    after watched: consuming WatchedMarks,
    _ leftovers: inout [Any]
  ) -> WatchedMarks { endTouchOfAll(nodes, after: watched, &leftovers) }

  // MARK: Overridden by the value's type

  /// Calls a closure with the address of a copy of the current value; called without the lock.
  func withLastContent(_ body: (UnsafeRawPointer) -> Void) {}

  /// Stores the value for the other threads, before the thread of a transaction replaces it; called with the lock held.
  func keepValue() {}

  /// Drops the value that ``keepValue()`` stored; called with the lock held.
  ///
  /// - Returns: The value, to be released after the lock.
  func takeKeptValue() -> AnyObject? { nil }

  /// Restores the value that ``keepValue()`` stored; called with the lock held.
  ///
  /// - Returns: The replaced value, to be released after the lock.
  func restoreKeptValue() -> AnyObject? { nil }

  /// Whether the committed value equals one that ``takeKeptValue()`` returned; called without the lock.
  func isSame(asKept kept: AnyObject) -> Bool { false }

  /// Whether this thread's open transaction has its own value; called with the lock held.
  final var isSplitForThisThread: Bool {
    condition.contains(.splitValue) && before?.owner == LogicalThread.current
  }

  /// The committed version; called with the lock held.
  final var committedVersion: UInt64 {
    condition.contains(.splitValue) ? before?.version ?? version : version
  }

  // MARK: Observers

  /// `the value derived at App/Model.swift:12`.
  final var place: String { "the value derived at \(callSite)" }

  override final var onlyObserver: WatchEntry.Uncounted? { singleObserver?.uncounted }

  override final func noteObservers(_ list: WatchList) {
    isWatched = !list.isEmpty
    singleObserver = list.only
  }

  /// Whether the value has an observer whose own life is bounded; called with the lock held.
  ///
  /// Swift's observation does not count, because it never removes observers.
  final var isWatchedByHolder: Bool {
    guard let facets = context.facets, facets.isWatched(0) else { return false }
    return facets.watchLists[0].entries.contains { entry in
      entry.observer.map { !($0 is BridgeObserver) } ?? false
    }
  }

  // MARK: Ownership

  /// Takes ownership of the node, to check whether the value is valid; called with the lock held.
  @inline(__always)
  final func acquire(for thread: ThreadIdentity) {
    evaluatorBits = thread.rawValue
    condition.formUnion(.acquired)
    condition.subtract(.stale)
    cursor = 0
    hasDescended = false
  }

  /// The threads that wait until the node's ownership ends; read with the lock held.
  final var waiters: [Waiter] { occasional?.waiters ?? [] }

  /// Ends the ownership of the node; called with the lock held.
  @inline(__always)
  final func release() {
    evaluatorBits = 0
    condition.subtract([.acquired, .returning])
    if let occasional, !occasional.waiters.isEmpty { wakeWaiters(of: occasional) }
  }

  @inline(never)
  private final func wakeWaiters(of occasional: Occasional) {
    let waiters = occasional.waiters
    occasional.waiters = []
    WaitGraph.remove(waiters.map(\.thread))
    for waiter in waiters { waiter.parker.wake() }
  }

  /// Waits until another thread's ownership ends; called with the lock held, which is released and taken again.
  ///
  /// - Returns: `false`, at once, if that thread waits, however indirectly, for this one.
  final func wait(_ thread: ThreadIdentity, for evaluator: ThreadIdentity) -> Bool {
    guard WaitGraph.add(thread, for: evaluator, at: "read \(place)") == nil else { return false }
    let waiter = Waiter(thread: thread, parker: Parker(), slot: nil)
    ensuredOccasional.waiters.append(waiter)
    tree.lock.unlock()
    waiter.parker.park()
    tree.lock.lock()
    return true
  }
}

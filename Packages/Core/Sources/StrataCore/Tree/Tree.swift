import StrataConcurrency
import Synchronization

/// The state that the contexts of one tree share: the lock, the transaction, the rounds.
///
/// A context that belongs to no tree has one of a few shared trees, and uses only its lock.
// SAFETY: every `var` is accessed only while `lock` is held. Run-time checks of exclusive access are left out, because the
// lock makes the accesses exclusive, and the checks take a tenth of a transaction or of a delivery.
final class Tree: @unchecked Sendable {
  /// The lock of the tree, as a word.
  ///
  /// Not `ownedLock` itself, because the thread sanitizer counts each access to a member as one to the whole struct,
  /// and reports a race.
  let lock: LockReference
  private let ownedLock: Lock
  /// Whether this tree guards contexts that belong to no tree.
  let isDetached: Bool
  /// The kind of commit by which contexts join and leave.
  let structure: CommitParticipant.Type

  /// The work of contexts that left while their tasks ran, until these have returned.
  @safe @exclusivity(unchecked) var unwindingWork: [ObjectIdentifier: CancellationScope] = [:]

  /// The context that the anchor retains; no slot may contain it.
  @safe @exclusivity(unchecked) var root = ContextLink(nil)
  @safe @exclusivity(unchecked) var rounds = RoundQueue<Round>()
  /// The threads that wait because the queue is long.
  @safe @exclusivity(unchecked) var backlog = Backlog()
  /// The thread that delivers rounds.
  @safe @exclusivity(unchecked) var deliveryOwner: ThreadIdentity?
  /// The number of the round that caused the one being delivered; ``noRound`` during the delivery of an initial value.
  @safe @exclusivity(unchecked) var deliveredInitiator: UInt64 = 0
  /// The number of removals before the commit of the round that is being delivered.
  @safe @exclusivity(unchecked) var deliveredRemovals: UInt = 0
  /// The number of the last round.
  @safe @exclusivity(unchecked) var roundNumber: UInt64 = 0
  /// The thread that has committed the last rounds, and the number of the round before them.
  @safe @exclusivity(unchecked) private var committer: ThreadIdentity?
  @safe @exclusivity(unchecked) private var lastRoundOfOtherTree: UInt64 = 0
  @safe @exclusivity(unchecked) var transaction = TransactionMachine()
  @safe @exclusivity(unchecked) var log = TransactionLog()
  /// Those writes of the open transaction that are not in the log.
  @safe @exclusivity(unchecked) var plainWrites = PlainWrites()
  /// Threads that sleep until a slot or the transaction becomes free.
  @safe @exclusivity(unchecked) var waiters: [Waiter] = []
  /// The listeners to every change in the tree.
  @safe @exclusivity(unchecked) var changeListeners = WatchList()
  /// How many of them request the previous value of a collection that is changed in place.
  @safe @exclusivity(unchecked) var oldValueWishes = 0
  /// The change logs of the tree.
  @safe @exclusivity(unchecked) var changeLogs: [ChangeLog] = []
  /// The entries that take the changes of threads which activate inserted contexts.
  @safe @exclusivity(unchecked) var openEntries:
    [(thread: ThreadIdentity, entries: [ChangeLogEntry])] = []
  /// Whether the root's first activation is still running.
  @safe @exclusivity(unchecked) var isStarting = false
  /// The observers of the tree's activity.
  @safe @exclusivity(unchecked) var observers: [any TreeObserver] = []
  /// How many of them request rounds, and how many request tasks.
  @safe @exclusivity(unchecked) var roundWishes = 0
  @safe @exclusivity(unchecked) var taskWishes = 0
  /// The executor of tasks that name none of their own.
  @safe @exclusivity(unchecked) var taskExecutor: (any TaskExecutor)?
  /// The last version given to a source of derived values.
  @safe @exclusivity(unchecked) var lastVersion: UInt64 = 0
  /// How often sources of derived values were committed; stored with the lock held.
  let sourceCommits = Atomic<UInt64>(0)
  /// How often transactions have written sources of derived values; stored with the lock held.
  let sourceWrites = Atomic<UInt64>(0)
  /// Changes of such sources that are not compared yet.
  @safe @exclusivity(unchecked) var unsettled: [any PendingChange] = []
  /// Changes of observed derived values, for the write in progress that made them dirty.
  @safe @exclusivity(unchecked) var markedChanges = WatchedMarks()
  /// The listeners to all changes at the commit of a write that skips the queue; only the delivery owner accesses it.
  @safe @exclusivity(unchecked) var inlineChangeListeners: ContiguousArray<WatchEntry> = []
  /// The delivery owner's next delivery that skips the queue; only the delivery owner accesses it.
  @safe @exclusivity(unchecked) var markedRound: MarkedRound?
  /// The queued notification of contexts that have joined.
  @safe @exclusivity(unchecked) var rereadNotification: RereadNotification?
  /// The nodes of other trees whose sources here have changed.
  @safe @exclusivity(unchecked) var dependentsInOtherTrees: [DependentInOtherTree] = []
  /// Derived values that retain for other threads their state from before the open transaction.
  @safe @exclusivity(unchecked) var touchedNodes: [DependentNode] = []
  /// Observed derived values that cannot be computed before the open transaction ends.
  @safe @exclusivity(unchecked) var postponedMarks = WatchedMarks()
  /// The number of listeners to events in the tree.
  @safe @exclusivity(unchecked) var listenerCount = 0

  /// The dependencies wherever no context below the root has changed any.
  // The lock makes accesses exclusive, and the run-time check would be measurable in each read.
  @safe @exclusivity(unchecked) var rootDependencies = RootDependencies()
  /// Whether a context below the root has changed dependencies; set by ``noteOverrides()``.
  @safe @exclusivity(unchecked) private(set) var hasOverrides = false
  /// Whether a signal has ever had an observer.
  @safe @exclusivity(unchecked) var hasSignals = false

  /// The longest chain of rounds that cause one another before the tree reports a cycle.
  static let roundLimit = 1_000

  /// Makes a tree without a root.
  init(structure: CommitParticipant.Type, isDetached: Bool = false) {
    self.structure = structure
    self.isDetached = isDetached
    ownedLock = Lock(rank: isDetached ? .detached : .tree, isShared: isDetached)
    lock = ownedLock.reference
  }

  deinit { forgetWishes() }

  /// Begins a round of the current thread; called with the lock held.
  ///
  /// - Returns: Its number.
  @inline(__always)
  func nextRoundNumber() -> UInt64 {
    let thread = ThreadIdentity.current
    if committer != thread {
      committer = thread
      lastRoundOfOtherTree = roundNumber
    }
    roundNumber += 1
    return roundNumber
  }

  /// Whether another thread than the current one has committed a round after one; called with the lock
  /// held.
  func hasRoundOfOtherTree(after number: UInt64) -> Bool {
    roundNumber > number && (committer != .current || lastRoundOfOtherTree > number)
  }

  /// Records that a context below the root has changed dependencies; called with the lock held.
  func noteOverrides() {
    hasOverrides = true
    lock.published = 0
  }

  // Several, so that threads that build models do not contend for one lock; few, because they are never released.
  // SAFETY: retained here and never released.
  private static let detachedTrees = unsafe (0..<16).map { _ in
    unsafe Unmanaged.passRetained(Tree(structure: CommitParticipant.self, isDetached: true))
  }

  /// The shared tree for contexts that the current thread makes.
  ///
  /// One thread uses the same one for all its contexts, so that a lock pair serves many when they join a tree.
  // SAFETY: shared trees are never released, see above.
  static var detachedForThisThread: Unmanaged<Tree> {
    // Addresses of threads differ in the middle bits, and the multiplication moves these to the top.
    let mixed = UInt64(ThreadIdentity.current.rawValue >> 12) &* 0x9E37_79B9_7F4A_7C15
    return unsafe detachedTrees[Int(mixed >> 60)]
  }

  /// Whether a lock guards contexts that belong to no tree.
  static func isDetachedLock(_ pattern: UInt) -> Bool {
    LockReference(unsafeBitPattern: pattern).isShared
  }
}

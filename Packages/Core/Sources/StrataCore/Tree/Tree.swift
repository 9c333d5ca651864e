import StrataConcurrency
import Synchronization

/// What the contexts of one tree share: the lock, the transaction, the rounds of notifications.
///
/// A context that belongs to no tree has one of a few shared ones, which only lend their lock.
// SAFETY: every `var` is touched only while `lock` is held.
final class Tree: @unchecked Sendable {
  /// The lock of the tree, as a word.
  ///
  /// Not `ownedLock` itself: each access of that struct counts as one of the whole, which the thread
  /// sanitizer takes for a race.
  let lock: LockReference
  private let ownedLock: Lock
  /// Whether contexts that belong to no tree are guarded here.
  let isDetached: Bool

  /// The work of contexts that have left while tasks of theirs ran, until those have returned.
  var unwindingWork: [ObjectIdentifier: CancellationScope] = [:]

  /// The context that the anchor keeps; no slot may hold it.
  var root = ContextLink(nil)
  var rounds = RoundQueue<Round>()
  /// The threads that wait because many rounds do.
  var backlog = Backlog()
  /// The thread that delivers rounds.
  var deliverer: ThreadIdentity? {
    get { unsafe uncheckedDeliverer }
    set { unsafe uncheckedDeliverer = newValue }
  }
  /// The number of the round from which the one follows that is being delivered; ``noRound`` while a first
  /// value is told.
  var deliveredOrigin: UInt64 {
    get { unsafe uncheckedDeliveredOrigin }
    set { unsafe uncheckedDeliveredOrigin = newValue }
  }
  /// The number of the last round.
  var roundNumber: UInt64 {
    get { unsafe uncheckedRoundNumber }
    set { unsafe uncheckedRoundNumber = newValue }
  }

  // The run-time check of exclusive access costs a tenth of telling one observer; the lock is what
  // makes these accesses exclusive.
  @exclusivity(unchecked) private var uncheckedDeliverer: ThreadIdentity?
  @exclusivity(unchecked) private var uncheckedRoundNumber: UInt64 = 0
  @exclusivity(unchecked) private var uncheckedDeliveredOrigin: UInt64 = 0
  /// The thread that has committed the last rounds, and the number of the round before them.
  @safe @exclusivity(unchecked) private var committer: ThreadIdentity?
  @safe @exclusivity(unchecked) private var lastForeignRound: UInt64 = 0
  var transaction = TransactionMachine()
  var log = TransactionLog()
  /// Threads that sleep until a slot or the transaction becomes free.
  var waiters: [Waiter] = []
  /// Who is told of every change in the tree.
  var recorders = WatchList()
  /// Who is told of every commit in a part of the tree.
  var journals: [Journal] = []
  /// The entries to which belongs what threads change while they activate what has joined.
  var openEntries: [(thread: ThreadIdentity, entries: [JournalEntry])] = []
  /// Whether the root's first activation is not over.
  var isStarting = false
  /// Who is told of what happens besides changes.
  var observers: [any TreeObserver] = []
  /// How many of them want to be told of rounds, and of tasks.
  var roundWishes = 0
  var taskWishes = 0
  /// Where tasks run that name no executor of their own.
  var taskExecutor: (any TaskExecutor)?
  /// The version given last to a source of derived values.
  var lastVersion: UInt64 = 0
  /// How often something was committed that derived values have read; stored with the lock held.
  let sourceCommits = Atomic<UInt64>(0)
  /// How often transactions have written what derived values have read; stored with the lock held.
  let sourceWrites = Atomic<UInt64>(0)
  /// Changes of such sources of which it is not known yet whether they make a difference.
  var unsettled: [any PendingChange] = []
  /// Changes of watched derived values, for the write that has marked them and is under way.
  @safe @exclusivity(unchecked) var markedChanges = WatchedMarks()
  /// What the deliverer is about to tell that has not entered the queue; the deliverer's alone.
  @safe @exclusivity(unchecked) var markedRound: MarkedRound?
  /// Derived values of other trees whose sources here have changed.
  var foreignDependents: [ForeignDependent] = []
  /// Derived values that keep for other threads what they were before the open transaction.
  var touchedCells: [DerivedCell] = []
  /// How many listen to events in the tree.
  var listenerCount = 0

  /// What holds where no context below the root has changed dependencies.
  // The lock is what makes accesses exclusive; the run-time check would show in each read.
  @safe @exclusivity(unchecked) var rootDependencies = RootDependencies()
  /// Whether a context below the root has changed dependencies; set by ``noteOverrides()``.
  @safe @exclusivity(unchecked) private(set) var hasOverrides = false
  /// Whether somebody has watched what signals tell of.
  var hasSignals = false

  /// The longest chain of rounds that cause one another before the tree reports a cycle.
  static let roundLimit = 1_000

  init(isDetached: Bool = false) {
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
      lastForeignRound = roundNumber
    }
    roundNumber += 1
    return roundNumber
  }

  /// Whether another thread than the current one has committed a round after one; called with the lock
  /// held.
  func hasForeignRound(after number: UInt64) -> Bool {
    roundNumber > number && (committer != .current || lastForeignRound > number)
  }

  /// Notes that a context below the root has changed dependencies; called with the lock held.
  func noteOverrides() {
    hasOverrides = true
    lock.published = 0
  }

  // Several, so that threads that build models do not meet at one lock; few, for they stay.
  // SAFETY: retained here and never released.
  private static let detachedTrees = unsafe (0..<16).map { _ in
    unsafe Unmanaged.passRetained(Tree(isDetached: true))
  }

  /// The shared tree for contexts that the current thread makes.
  ///
  /// The same for all of them, so that a lock pair serves many when they join a tree.
  // SAFETY: shared trees stay for good, see above.
  static var detachedForThisThread: Unmanaged<Tree> {
    // The addresses of threads differ in the middle; the multiplication brings that to the top.
    let mixed = UInt64(ThreadIdentity.current.rawValue >> 12) &* 0x9E37_79B9_7F4A_7C15
    return unsafe detachedTrees[Int(mixed >> 60)]
  }
}

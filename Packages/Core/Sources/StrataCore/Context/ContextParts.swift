import StrataConcurrency
public import StrataEvents

/// The data that few contexts have: observers, work, listeners, overrides, several parents.
///
/// Allocated at the first use of one of them, so that a plain leaf does not pay for them. The lock of the context's
/// tree guards them.
@usableFromInline
final class ContextParts {
  /// By slot; shorter than the layout when the last slots have no observers.
  // The lock makes the accesses exclusive, and the run-time check would be measurable in each observed write.
  @safe @exclusivity(unchecked) private(set) var watchLists: ContiguousArray<WatchList> = []
  /// How many threads notify observers of this context without retaining the lists.
  @safe @exclusivity(unchecked) private var tellers = 0
  /// The slots whose lists these threads iterate over, so that the lists must not change.
  @safe @exclusivity(unchecked) private var told = SlotMarks()
  /// Lists that have been replaced while a thread iterated over them.
  private var replaced: [ContiguousArray<WatchEntry>] = []
  @safe @exclusivity(unchecked) private var isAnyReplaced = false
  /// Changes in place that have begun and retain the previous value.
  @safe @exclusivity(unchecked) var openChanges: [any PendingChange] = []
  /// Parents beyond the first, in order of arrival.
  @safe @exclusivity(unchecked) var otherParents: [ParentLink] = []
  /// The contexts that this context owns by key.
  var keyed = KeyedContexts()
  /// Children whose first parent is another context.
  @safe @exclusivity(unchecked) var adoptedChildren: [Context] = []
  /// Trees this context has left and outlived; a slow reader may still take one of their locks.
  var formerTrees: [Tree] = []
  /// Counts how often the context has joined a tree again after leaving one.
  @safe @exclusivity(unchecked) @usableFromInline var life: UInt32 = 0
  /// How many earlier incarnations have not finished yet.
  var unfinishedLives = 0
  /// How many ended incarnations have work that is still being cancelled.
  var endingLives = 0
  /// How often a commit has removed the context and kept it alive for an inserted one.
  var timesSpared: UInt32 = 0
  /// How many bodies that were replaced by others have not returned yet.
  var supersededBodies = 0
  /// Whether a slot was found to contain the context more than once.
  var isHeldTwice = false
  /// Whether an access after the context's end has been reported.
  var reportedLateAccesses: LateAccess = []
  /// The callbacks at the beginning of an incarnation.
  var activationBodies = ActivationBodies()
  /// The running work of the context.
  @safe @exclusivity(unchecked) var scope: CancellationScope?
  /// The reads of Swift's observation here.
  var bridge: BridgeWatcher?
  /// The listeners to events here.
  @safe @exclusivity(unchecked) @usableFromInline var listeners = EventListeners<Context>()
  /// The changes that the context makes to its parent's dependencies.
  @safe @exclusivity(unchecked) var dependencies = ContextDependencies()
  /// The attached contexts that the context uses as dependencies, in the order of first use.
  @safe @exclusivity(unchecked) var uses: [DependencyUse] = []
  /// The users of the context as a dependency.
  @safe @exclusivity(unchecked) var users = DependencyUsers()
  /// The derived values that have read each slot; shorter than the layout when the last slots have none.
  @safe @exclusivity(unchecked) var edges: ContiguousArray<DependentEdges> = []
  /// The derived values that this context owns.
  var derivedCells: [ObjectIdentifier: DerivedCell] = [:]
  /// The derived values that the context caches for the layer above.
  var memos: [MemoKey: any Sendable] = [:]
  /// The first few of them, which are found by index.
  @safe @exclusivity(unchecked) var placedMemos: ContiguousArray<PlacedMemo> = []
  /// Those that have names, by the types of the names.
  @safe @exclusivity(unchecked) @usableFromInline var namedMemos: ContiguousArray<PlacedNames> = []
  /// The rules that apply to this context, with their change logs.
  var journalRules: [PlacedRule] = []
  /// The slots that change logs leave out if they respect exclusions.
  var excludedSlots: Set<Int> = []
  /// The states, by slot, to which logged changes have led; shorter than the layout when those of the last slots are
  /// unknown.
  @safe @exclusivity(unchecked) var journaledStates: ContiguousArray<UInt64> = []
  /// How many entries of change logs require the context to retain its values after its end.
  var keeperCount = 0
  /// The handle that the layer above stores, if it cannot make one from the context alone.
  var handle: (any Sendable)?

  init() {}

  /// Whether the context changes what it inherits.
  var changesDependencies: Bool {
    dependencies.isAnyKnown
  }

  /// Whether the context uses a dependency, or is used as one.
  var isOfDependency: Bool { !uses.isEmpty || !users.isEmpty }

  /// Whether writes of cancelled tasks are rejected.
  var refusesCancelledTasks: Bool { unfinishedLives > 0 || supersededBodies > 0 }

  /// Whether the slot has an observer.
  func isWatched(_ slot: Int) -> Bool {
    slot < watchLists.count && !watchLists[slot].isEmpty
  }

  /// Takes out the record of a change in place that is about to end.
  func takeOpenChange(of slot: Int) -> (any PendingChange)? {
    openChanges.firstIndex { $0.slot == slot }.map { openChanges.remove(at: $0) }
  }

  /// Calls a closure with each observer of a slot without counting it; called with the lock held.
  @inline(__always)
  func forEachWatcher(ofSlotAt slot: Int, _ body: (borrowing WatchEntry) -> Void) {
    guard slot < watchLists.count else { return }
    unsafe watchLists[slot].entries.withUnsafeBufferPointer { entries in
      for index in entries.indices { unsafe body(entries[index]) }
    }
  }

  func addWatcher(
    _ watcher: any Watcher,
    id: UInt64,
    slot: Int,
    derived: DerivedObserver? = nil
  ) {
    while watchLists.count <= slot { watchLists.append(WatchList()) }
    putAside(slot)
    watchLists[slot].add(watcher, id: id, derived: derived)
  }

  /// Removes an observer.
  ///
  /// - Returns: The observer, to be released outside the lock.
  func removeWatcher(_ id: UInt64, slot: Int) -> (any Watcher)? {
    guard slot < watchLists.count else { return nil }
    putAside(slot)
    return watchLists[slot].remove(id: id)
  }

  /// Removes all observers.
  ///
  /// - Returns: The lists, to be released outside the lock.
  func takeWatchLists() -> ContiguousArray<WatchList> {
    for slot in watchLists.indices { putAside(slot) }
    defer { watchLists = [] }
    return watchLists
  }
}

// A thread that delivers a single change iterates over the list of observers without counting it. It flags the list,
// and clears the flag afterwards. A list that is to change meanwhile is retired as it is, and a copy is changed. Flags
// and counts are plain words, because touching anything that is counted here would cost as much as this saves.
extension ContextParts {
  // SAFETY: the flag forbids changes of the list, so it stays as it is until `endTelling` is called.
  /// Begins to notify the observers of a slot.
  @inline(__always)
  func beginTelling(_ slot: Int) -> UnsafeBufferPointer<WatchEntry> {
    tellers &+= 1
    told.insert(slot)
    // A slot that only listeners to all changes want to know of may have no list.
    guard slot < watchLists.count else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe watchLists[slot].entries.withUnsafeBufferPointer { unsafe $0 }
  }

  /// Ends the notification that ``beginTelling(_:)`` began, if no list was replaced since.
  ///
  /// - Returns: Whether it ended; otherwise call ``endTellingChanged()``.
  @inline(__always)
  func endTelling() -> Bool {
    guard tellers == 1, !isAnyReplaced else { return false }
    tellers = 0
    told = SlotMarks()
    return true
  }

  /// Ends the notification that ``beginTelling(_:)`` began.
  ///
  /// - Returns: The lists to release outside the lock.
  func endTellingChanged() -> [ContiguousArray<WatchEntry>] {
    tellers &-= 1
    // While other threads notify, lists stay flagged, which at worst copies one of them needlessly.
    guard tellers == 0 else { return [] }
    told = SlotMarks()
    isAnyReplaced = false
    defer { replaced = [] }
    return replaced
  }

  /// Retires the list of a slot as it is, if a thread iterates over it.
  private func putAside(_ slot: Int) {
    guard told.contains(slot) else { return }
    replaced.append(watchLists[slot].entries)
    isAnyReplaced = true
    told.remove(slot)
  }
}

/// A set of slots in one word; the last bit stands for all slots without one of their own, and is never cleared.
struct SlotMarks: Sendable {
  private var bits: UInt64 = 0

  init() {}

  @inline(__always)
  private static func bit(_ slot: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: min(slot, 63)) }

  @inline(__always)
  mutating func insert(_ slot: Int) { bits |= Self.bit(slot) }

  func contains(_ slot: Int) -> Bool { bits & Self.bit(slot) != 0 }

  mutating func remove(_ slot: Int) { if slot < 63 { bits &= ~Self.bit(slot) } }
}

@available(*, unavailable)
extension ContextParts: Sendable {}

/// A parent, and the slot of the parent that contains the child.
struct ParentLink {
  private let link: ContextLink
  let slot: UInt16

  init(parent: Context, slot: UInt16) {
    link = ContextLink(parent)
    self.slot = slot
  }

  var parent: Context? { link.context }
}

extension Context {
  /// The optional parts, made if they are missing; called with the lock held.
  var ensuredParts: ContextParts {
    if let parts { return parts }
    let made = ContextParts()
    parts = made
    return made
  }
}

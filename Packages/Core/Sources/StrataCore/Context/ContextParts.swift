import StrataConcurrency
public import StrataEvents

/// What few contexts have: watchers, work, listeners, overrides, several parents.
///
/// Allocated when the first of these is needed, so that a plain leaf does not pay for them.
/// Guarded by the lock of the context's tree.
@usableFromInline
final class ContextParts {
  /// By slot; shorter than the layout when the last slots are not watched.
  // The lock is what makes the accesses exclusive; the run-time check shows in each watched write.
  @safe @exclusivity(unchecked) private(set) var watchLists: ContiguousArray<WatchList> = []
  /// How many threads tell watchers of this context without holding the lists.
  @safe @exclusivity(unchecked) private var tellers = 0
  /// The slots whose lists they go through, so that these have to stay as they are.
  @safe @exclusivity(unchecked) private var told = SlotMarks()
  /// Lists that have been replaced while a thread went through them.
  private var replaced: [ContiguousArray<WatchEntry>] = []
  @safe @exclusivity(unchecked) private var isAnyReplaced = false
  /// Changes in place that have begun and kept the value from before.
  @safe @exclusivity(unchecked) var openChanges: [any PendingChange] = []
  /// Parents beyond the first, in order of arrival.
  @safe @exclusivity(unchecked) var otherParents: [ParentLink] = []
  /// What the context owns by key.
  var keyed = KeyedContexts()
  /// Children whose first parent is another context.
  @safe @exclusivity(unchecked) var adoptedChildren: [Context] = []
  /// Trees this context has left and outlived; a slow reader may still take one of their locks.
  var formerTrees: [Tree] = []
  /// Counts how often the context has joined a tree again after leaving one.
  @safe @exclusivity(unchecked) @usableFromInline var life: UInt32 = 0
  /// How many of the lives before this one have not finished yet.
  var unfinishedLives = 0
  /// How many lives that have ended have work that is still being told to stop.
  var endingLives = 0
  /// How often a commit has taken the context from its place and let it live on, for a newcomer.
  var timesSpared: UInt32 = 0
  /// How many bodies that were replaced by others have not returned yet.
  var supersededBodies = 0
  /// Whether some slot was found to hold the context more than once.
  var isHeldTwice = false
  /// Whether an access after the context's end has been reported.
  var reportedLateAccesses: LateAccess = []
  /// What is called when a life begins.
  var activationBodies = ActivationBodies()
  /// What is running for the context.
  @safe @exclusivity(unchecked) var scope: CancellationScope?
  /// What Swift's observation has read here.
  var bridge: BridgeWatcher?
  /// Who listens to events here.
  @safe @exclusivity(unchecked) @usableFromInline var listeners = EventListeners<Context>()
  /// What the context does to the dependencies of its parent.
  @safe @exclusivity(unchecked) var dependencies = ContextDependencies()
  /// The guests that the context uses as dependencies, in the order of first use.
  @safe @exclusivity(unchecked) var uses: [DependencyUse] = []
  /// Who uses the context as a dependency.
  @safe @exclusivity(unchecked) var users = DependencyUsers()
  /// What derived values have read, by slot; shorter than the layout when the last slots are not
  /// read by any.
  @safe @exclusivity(unchecked) var edges: ContiguousArray<DependentEdges> = []
  /// Whose value the only slot of this context is.
  @safe @exclusivity(unchecked) var producer: DerivedCell?
  /// The derived values that this context owns.
  var derivedCells: [ObjectIdentifier: DerivedCell] = [:]
  /// The derived values that the context keeps for the layer above.
  var memos: [MemoKey: any Sendable] = [:]
  /// Those of them that are looked for by place, the first few.
  @safe @exclusivity(unchecked) var placedMemos: ContiguousArray<PlacedMemo> = []
  /// What this context is part of which journals for.
  var journalRules: [PlacedRule] = []
  /// The slots that are left out of journals which respect that.
  var excludedSlots: Set<Int> = []
  /// The states, by slot, to which changes that journals have taken have led; shorter than the layout when
  /// those of the last slots are not known.
  @safe @exclusivity(unchecked) var journaledStates: ContiguousArray<UInt64> = []
  /// How many entries of journals want the context to hold on to what it has after its end.
  var keeperCount = 0
  /// The handle that the layer above keeps, if it cannot make one from the context alone.
  var handle: (any Sendable)?

  init() {}

  /// Whether the context changes what it inherits.
  var changesDependencies: Bool {
    dependencies.isAnyKnown
  }

  /// Whether the context uses a dependency, or is used as one.
  var isOfDependency: Bool { !uses.isEmpty || !users.isEmpty }

  /// Whether what cancelled tasks write is refused.
  var refusesCancelledTasks: Bool { unfinishedLives > 0 || supersededBodies > 0 }

  /// Whether the slot has a watcher.
  func isWatched(_ slot: Int) -> Bool {
    slot < watchLists.count && !watchLists[slot].isEmpty
  }

  /// Takes the record of a change in place that is about to end out.
  func takeOpenChange(of slot: Int) -> (any PendingChange)? {
    openChanges.firstIndex { $0.slot == slot }.map { openChanges.remove(at: $0) }
  }

  func addWatcher(_ watcher: any Watcher, id: UInt64, slot: Int) {
    while watchLists.count <= slot { watchLists.append(WatchList()) }
    putAside(slot)
    watchLists[slot].add(watcher, id: id)
  }

  /// Removes a watcher.
  ///
  /// - Returns: The watcher, to be released outside the lock.
  func removeWatcher(_ id: UInt64, slot: Int) -> (any Watcher)? {
    guard slot < watchLists.count else { return nil }
    putAside(slot)
    return watchLists[slot].remove(id: id)
  }

  /// Removes all watchers.
  ///
  /// - Returns: The lists, to be released outside the lock.
  func takeWatchLists() -> ContiguousArray<WatchList> {
    for slot in watchLists.indices { putAside(slot) }
    defer { watchLists = [] }
    return watchLists
  }
}

// A thread that delivers a single change goes through the list of watchers without counting it up and
// down. It marks the list, and gives notice when it is through; a list that is to change meanwhile is put
// aside as it is, and the change is made in a copy. Marks and counts are plain words: to touch anything
// that is counted here would cost what this saves.
extension ContextParts {
  // SAFETY: the list is marked as being told, so it stays as it is until `endTelling` is called.
  /// Begins to tell the watchers of a slot.
  @inline(__always)
  func beginTelling(_ slot: Int) -> UnsafeBufferPointer<WatchEntry> {
    tellers &+= 1
    told.insert(slot)
    return unsafe watchLists[slot].entries.withUnsafeBufferPointer { unsafe $0 }
  }

  /// Ends what ``beginTelling(_:)`` began, if nothing has changed since.
  ///
  /// - Returns: Whether it did; otherwise ``endTellingChanged()`` does.
  @inline(__always)
  func endTelling() -> Bool {
    guard tellers == 1, !isAnyReplaced else { return false }
    tellers = 0
    told = SlotMarks()
    return true
  }

  /// Ends what ``beginTelling(_:)`` began.
  ///
  /// - Returns: What to release outside the lock.
  func endTellingChanged() -> [ContiguousArray<WatchEntry>] {
    tellers &-= 1
    // While others tell, lists stay marked, which at worst copies one of them for nothing.
    guard tellers == 0 else { return [] }
    told = SlotMarks()
    isAnyReplaced = false
    defer { replaced = [] }
    return replaced
  }

  /// Keeps the list of a slot as it is, if a thread is telling it.
  private func putAside(_ slot: Int) {
    guard told.contains(slot) else { return }
    replaced.append(watchLists[slot].entries)
    isAnyReplaced = true
    told.remove(slot)
  }
}

/// A set of slots in one word; the last bit is for all slots that have none of their own, and stays.
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

/// A parent and the slot of the parent that holds the child.
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
  /// The parts, made if they are not there; called with the lock held.
  var ensuredParts: ContextParts {
    if let parts { return parts }
    let made = ContextParts()
    parts = made
    return made
  }
}

import StrataConcurrency
public import StrataEvents

/// The data that few contexts have: observers, dependents, work, listeners, attachments.
///
/// Allocated at the first use of one of them, so that a plain leaf does not pay for them. What fewer contexts still have
/// is in a ``ContextFacet`` for each room. The lock of the context's tree guards all of it.
@usableFromInline
final class ContextFacets {
  /// By slot; shorter than the layout when the last slots have no observers.
  // The lock makes the accesses exclusive, and the run-time check would be measurable in each observed write.
  @safe @exclusivity(unchecked) private(set) var watchLists: ContiguousArray<WatchList> = []
  /// The slots whose lists threads iterate over, so that the lists must not change.
  @safe @exclusivity(unchecked) private var notified = SlotMarks()
  /// How many threads notify observers of this context without retaining the lists.
  @safe @exclusivity(unchecked) private var notifiers: Int32 = 0
  /// Counts how often the context has joined a tree again after leaving one.
  @safe @exclusivity(unchecked) @usableFromInline var incarnation: UInt32 = 0
  /// Lists that have been replaced while a thread iterated over them.
  // `nil`, and not an empty list, so that it need not be counted.
  @safe @exclusivity(unchecked) private var replaced: [ContiguousArray<WatchEntry>]?
  /// The derived values that have read each slot; shorter than the layout when the last slots have none.
  @safe @exclusivity(unchecked) var edges: ContiguousArray<SlotEdges> = []
  /// Changes in place that have begun and retain the previous value.
  @safe @exclusivity(unchecked) var openChanges: [any PendingChange] = []
  /// The contexts that this context owns by key.
  @safe @exclusivity(unchecked) var keyed = KeyedContexts()
  /// The running work of the context.
  @safe @exclusivity(unchecked) var scope: CancellationScope?
  /// The reads of Swift's observation here.
  @safe @exclusivity(unchecked) var bridge: BridgeObserver?
  /// The listeners to events here.
  @safe @exclusivity(unchecked) @usableFromInline var listeners = EventListeners<Context>()
  /// The first cached values, which are found by index.
  @safe @exclusivity(unchecked) var placedMemos: ContiguousArray<PlacedMemo> = []
  /// The cached values that have names, by the types of the names.
  @safe @exclusivity(unchecked) @usableFromInline var namedMemos: ContiguousArray<PlacedNames> = []

  // One for each room, which alone stores it and knows its type.
  @safe @exclusivity(unchecked) var relationFacet: ContextFacet?
  @safe @exclusivity(unchecked) var lifetimeFacet: ContextFacet?
  @safe @exclusivity(unchecked) var dependencyFacet: ContextFacet?
  @safe @exclusivity(unchecked) var derivedFacet: ContextFacet?
  @safe @exclusivity(unchecked) var changeLogFacet: ContextFacet?

  init() {}

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
  func forEachObserver(ofSlotAt slot: Int, _ body: (borrowing WatchEntry) -> Void) {
    guard slot < watchLists.count else { return }
    unsafe watchLists[slot].entries.withUnsafeBufferPointer { entries in
      for index in entries.indices { unsafe body(entries[index]) }
    }
  }

  func addObserver(
    _ observer: any SlotObserver,
    id: UInt64,
    slot: Int,
    derived: ReadingObserver? = nil
  ) {
    while watchLists.count <= slot { watchLists.append(WatchList()) }
    retire(slot)
    watchLists[slot].add(observer, id: id, derived: derived)
  }

  /// Removes an observer of a slot that has a list.
  ///
  /// - Returns: The observer, to be released outside the lock.
  func removeObserver(_ id: UInt64, slot: Int) -> (any SlotObserver)? {
    retire(slot)
    return watchLists[slot].remove(id: id)
  }

  /// Removes all observers, except those that a closure selects.
  ///
  /// - Returns: The lists as they were, to be released outside the lock.
  func takeWatchLists(
    keeping isKept: (any SlotObserver) -> Bool = { _ in false }
  ) -> ContiguousArray<WatchList> {
    guard !watchLists.isEmpty else { return [] }
    for slot in watchLists.indices { retire(slot) }
    let lists = watchLists
    watchLists = []
    for (slot, list) in lists.enumerated() {
      for entry in list.entries {
        guard let observer = entry.observer, isKept(observer) else { continue }
        addObserver(observer, id: entry.id, slot: slot)
      }
    }
    return lists
  }
}

// A thread that delivers a single change iterates over the list of observers without counting it. It flags the list,
// and clears the flag afterwards. A list that is to change meanwhile is retired as it is, and a copy is changed. Flags
// and counts are plain words, because touching anything that is counted here would cost as much as this saves.
extension ContextFacets {
  // SAFETY: the flag forbids changes of the list, so it stays as it is until `endTelling` is called.
  /// Begins to notify the observers of a slot.
  @inline(__always)
  func beginTelling(_ slot: Int) -> UnsafeBufferPointer<WatchEntry> {
    notifiers &+= 1
    notified.insert(slot)
    // A slot that only listeners to all changes want to know of may have no list.
    guard slot < watchLists.count else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe watchLists[slot].entries.withUnsafeBufferPointer { unsafe $0 }
  }

  /// Ends the notification that ``beginTelling(_:)`` began, if no list was replaced since.
  ///
  /// - Returns: Whether it ended; otherwise call ``endTellingChanged()``.
  @inline(__always)
  func endTelling() -> Bool {
    guard notifiers == 1, replaced == nil else { return false }
    notifiers = 0
    notified = SlotMarks()
    return true
  }

  /// Ends the notification that ``beginTelling(_:)`` began.
  ///
  /// - Returns: The lists to release outside the lock.
  func endTellingChanged() -> [ContiguousArray<WatchEntry>] {
    notifiers &-= 1
    // While other threads notify, lists stay flagged, which at worst copies one of them needlessly.
    guard notifiers == 0 else { return [] }
    notified = SlotMarks()
    return replaced.take() ?? []
  }

  /// Retires the list of a slot as it is, if a thread iterates over it.
  private func retire(_ slot: Int) {
    guard notified.contains(slot) else { return }
    replaced = (replaced ?? []) + [watchLists[slot].entries]
    notified.remove(slot)
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
extension ContextFacets: Sendable {}

/// The data of one room about a context, in an object that is made when it is needed.
@usableFromInline
class ContextFacet {
  required init() {}
}

@available(*, unavailable)
extension ContextFacet: Sendable {}

// SAFETY: each field of `ContextFacets` has one room, which stores one type in it.
extension ContextFacet? {
  /// The data, if they were made.
  @inline(__always)
  func known<Facet: ContextFacet>() -> Facet? {
    map { unsafe unsafeDowncast($0, to: Facet.self) }
  }

  /// The data, made if they are missing.
  @inline(__always)
  mutating func ensured<Facet: ContextFacet>(_ type: Facet.Type) -> Facet {
    if let known: Facet = known() { return known }
    let made = Facet()
    self = made
    return made
  }
}

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
  var ensuredFacets: ContextFacets {
    if let facets { return facets }
    let made = ContextFacets()
    facets = made
    return made
  }
}

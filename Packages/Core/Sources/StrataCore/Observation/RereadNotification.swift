import StrataConcurrency
import Synchronization

/// The observers of contexts that have joined a tree, or have left it with a change, which one call notifies.
///
/// It collects them until the call begins. An observer of many contexts that join together is notified once.
final class RereadNotification {
  private struct Reader {
    let observer: any RereadingObserver
    /// The place among all observers.
    let order: UInt64
    let context: Context
    let slot: Int
  }

  private var readers: [Reader] = []
  private let cause: Cause?

  init(after cause: Cause?) {
    self.cause = cause
  }

  /// Adds an observer that has read a slot; called with the tree's lock held.
  func add(_ observer: any RereadingObserver, order: UInt64, of context: Context, _ slot: Int) {
    readers.append(Reader(observer: observer, order: order, context: context, slot: slot))
  }

  /// Notifies the observers, in the order in which they began; called without the lock.
  func notify() {
    // All are marked first, so that the first call sees the joins of all contexts.
    let calls = readers.compactMap { reader in
      reader.observer.noteJoin(of: reader.context, reader.slot).map { (reader.order, $0) }
    }
    for (_, call) in calls.sorted(by: { $0.0 < $1.0 }) { call(cause) }
  }
}

@available(*, unavailable)
extension RereadNotification: Sendable {}

/// A tracker of a value that has ended with its owner.
struct FormerReader {
  private weak var tracker: TrackingObserver?
  private let order: UInt64
  /// The context of the value, whose only slot was read.
  private let value: Context

  init(_ tracker: TrackingObserver, order: UInt64, of value: Context) {
    self.tracker = tracker
    self.order = order
    self.value = value
  }

  func add(to notification: RereadNotification) {
    if let tracker { notification.add(tracker, order: order, of: value, 0) }
  }
}

@available(*, unavailable)
extension FormerReader: Sendable {}

extension Context {
  /// Keeps the trackers of a value that has ended with this context, until this context returns; called with the lock
  /// held.
  ///
  /// They are not retained.
  ///
  /// - Parameters:
  ///   - lists: The observers of the value.
  ///   - value: The context of an attachment or a derived value, which has one slot.
  func keepReaders(of lists: ContiguousArray<WatchList>, at value: Context) {
    for entry in lists.first?.entries ?? [] {
      guard let tracker = entry.observer as? TrackingObserver else { continue }
      ensuredFacets.formerReaders.append(FormerReader(tracker, order: entry.id, of: value))
    }
  }
}

extension Tree {
  /// Queues the notification of those observers of a slot that read anew; called with the lock held.
  ///
  /// - Returns: Whether there are any; then call ``deliver()`` without the lock.
  func enqueueRereads(by list: WatchList, of context: Context, _ slot: Int) -> Bool {
    var isAny = false
    for entry in list.entries {
      guard let observer = entry.observer as? any RereadingObserver else { continue }
      ensuredRereadNotification().add(observer, order: entry.id, of: context, slot)
      isAny = true
    }
    return isAny
  }

  /// Queues the notification of those who observe what changes with a commit by which its owner leaves the tree; called
  /// with the lock held.
  ///
  /// The round of the commit leaves them out, because other observers belong to the incarnation that has ended. The
  /// transaction delivers them with that round.
  ///
  /// - Parameters:
  ///   - changes: The changes of the commit.
  ///   - derived: The derived values that they have flagged.
  func enqueueRereads(of changes: [any PendingChange], _ derived: WatchedMarks) {
    for change in changes where change.context.hasLeft(self) {
      guard let facets = change.context.facets, facets.isWatched(change.slot) else { continue }
      let list = facets.watchLists[change.slot]
      _ = enqueueRereads(by: list, of: change.context, change.slot)
    }
    for mark in derived where mark.node.owningContext?.hasLeft(self) ?? false {
      guard let facets = mark.node.context.facets, facets.isWatched(0) else { continue }
      _ = enqueueRereads(by: facets.watchLists[0], of: mark.node.context, 0)
    }
  }

  /// The notification that is queued and has not begun, made if there is none; called with the lock held.
  func ensuredRereadNotification() -> RereadNotification {
    if let rereadNotification { return rereadNotification }
    let made = RereadNotification(after: .current)
    rereadNotification = made
    enqueue(isCaused: deliveryOwner == .current) { [self] in
      lock.withLock { rereadNotification = nil }
      made.notify()
    }
    return made
  }
}

extension Context {
  /// Whether this context has left a tree and joined no other; called with the tree's lock held.
  fileprivate func hasLeft(_ tree: Tree) -> Bool {
    guardLock.load(ordering: .relaxed) == tree.lock.bitPattern && !phase.isLive
  }
}

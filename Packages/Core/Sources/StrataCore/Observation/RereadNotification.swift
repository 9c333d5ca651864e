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

  /// Adds the observers of some lists that read anew when they are notified; called with the tree's lock held.
  func add(_ lists: ContiguousArray<WatchList>, of context: Context) {
    for (slot, list) in lists.enumerated() { add(list, of: context, slot) }
  }

  /// Adds the observers of a list that read anew when they are notified; called with the tree's lock held.
  func add(_ list: WatchList, of context: Context, _ slot: Int) {
    for entry in list.entries {
      guard let observer = entry.observer as? any RereadingObserver else { continue }
      add(observer, order: entry.id, of: context, slot)
    }
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

/// A tracker that has read a value which has ended with its owner.
struct FormerReader {
  private weak var tracker: TrackingObserver?
  private let order: UInt64
  private let context: Context
  private let slot: Int

  init(_ tracker: TrackingObserver, order: UInt64, of context: Context, _ slot: Int) {
    self.tracker = tracker
    self.order = order
    self.context = context
    self.slot = slot
  }

  func add(to notification: RereadNotification) {
    if let tracker { notification.add(tracker, order: order, of: context, slot) }
  }
}

@available(*, unavailable)
extension FormerReader: Sendable {}

extension Context {
  /// Keeps the trackers of a value that has ended with this context, until this context returns; called with the lock
  /// held.
  ///
  /// They are not retained.
  func keepReaders(of lists: ContiguousArray<WatchList>, at value: Context) {
    for (slot, list) in lists.enumerated() {
      for entry in list.entries {
        guard let tracker = entry.observer as? TrackingObserver else { continue }
        ensuredFacets.formerReaders.append(
          FormerReader(tracker, order: entry.id, of: value, slot)
        )
      }
    }
  }
}

extension Tree {
  /// Adds the observers of changed slots whose contexts leave the tree with the same commit; called with the lock
  /// held.
  ///
  /// - Returns: Whether there are any; then call ``deliver()`` without the lock.
  func enqueueRereads(ofLeaving changes: [any PendingChange]) -> Bool {
    var isAny = false
    for change in changes where !change.context.phase.isLive {
      guard change.context.guardLock.load(ordering: .relaxed) == lock.bitPattern,
        let facets = change.context.facets, facets.isWatched(change.slot)
      else { continue }
      let list = facets.watchLists[change.slot]
      ensuredRereadNotification().add(list, of: change.context, change.slot)
      isAny = true
    }
    return isAny
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
